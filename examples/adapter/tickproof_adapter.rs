//! Puts the production planner before tickproof's gate, with its own types: `src/bin/tickproof_adapter.rs` of its crate.
use your_crate::{build_pipeline_plan, ParallelPipelineConfig, PipelinePlan};

#[derive(serde::Deserialize)]
struct Request { n_layer: usize, pipeline: ParallelPipelineConfig }

#[derive(serde::Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer { Plan(PipelinePlan), Error(String) }

fn main() -> anyhow::Result<()> {
    for line in std::io::stdin().lines() {
        let Request { n_layer, pipeline } = serde_json::from_str(&line?)?;
        let plan = build_pipeline_plan(n_layer, &pipeline);
        let answer = plan.map_or_else(|error| Answer::Error(error.to_string()), Answer::Plan);
        println!("{}", serde_json::to_string(&answer)?); // the line's end flushes it
    }
    Ok(())
}
