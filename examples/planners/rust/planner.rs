//! A pipeline planner in one Rust file that speaks tickproof's planner protocol: a request a line on standard input,
//! an answer a line on standard output, until end of input. Standard library only, so that plain rustc builds it:
//!
//!     rustc --edition 2021 -O planner.rs
//!     tickproof gate --planner ./planner --level conform
//!
//! It plans gpipe and interleaved_1f1b, and refuses what cannot be planned with the production planner's messages.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write as _};

/// An answer beyond this would take gigabytes of text; refusing it costs nothing.
const MOST_EVENTS: u64 = 1 << 26;
const DEEPEST_NESTING: usize = 64;

#[derive(Clone, Copy, PartialEq)]
enum Schedule {
    Gpipe,
    Interleaved1f1b,
}

struct Config {
    n_layer: u64,
    enabled: bool,
    stage_count: u64,
    virtual_stages_per_rank: u64,
    schedule: Schedule,
    microbatches: u64,
}

struct Event {
    tick: u64,
    position: usize,
    microbatch: u64,
}

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let mut answer = answer_to(&line);
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?; // whoever asks waits for this line
    }
}

fn answer_to(line: &[u8]) -> String {
    match read_request(line).and_then(|config| plan(&config)) {
        Ok(plan) => format!("{{\"plan\":{plan}}}"),
        Err(message) => format!("{{\"error\":{}}}", quoted(&message)),
    }
}

fn plan(config: &Config) -> Result<String, String> {
    let stages = checked(config)?;
    Ok(plan_text(config, stages, &events(config, stages)))
}

// ---- What can be planned --------------------------------------------------------------------------------------------

/// The number of virtual stages, or the first reason not to plan. Nothing is allocated before it is known to fit.
fn checked(config: &Config) -> Result<u64, String> {
    check_counts(config)?;
    let stages = config
        .stage_count
        .checked_mul(config.virtual_stages_per_rank)
        .ok_or("pipeline virtual-stage count overflow")?;
    if stages > config.n_layer {
        return Err(format!(
            "pipeline planning requires total virtual stages <= n_layer (got {stages} > {})",
            config.n_layer
        ));
    }
    let events = stages
        .checked_mul(config.microbatches)
        .and_then(|forwards| forwards.checked_mul(2))
        .ok_or("pipeline event count overflow")?;
    if events > MOST_EVENTS {
        return Err(format!("a plan of {events} events is beyond the limit of {MOST_EVENTS} events"));
    }
    Ok(stages)
}

fn check_counts(config: &Config) -> Result<(), String> {
    let (ranks, chunks, microbatches) = (config.stage_count, config.virtual_stages_per_rank, config.microbatches);
    let requires = |what: &str| Err(format!("pipeline planning requires {what}"));
    if !config.enabled {
        return requires("parallel.pipeline.enabled = true");
    }
    if config.n_layer == 0 {
        return requires("n_layer > 0");
    }
    if ranks == 0 {
        return requires("parallel.pipeline.stage_count > 0");
    }
    if chunks == 0 {
        return requires("parallel.pipeline.virtual_stages_per_rank > 0");
    }
    if chunks > ranks {
        return Err(format!(
            "parallel.pipeline.virtual_stages_per_rank must be <= parallel.pipeline.stage_count (got {chunks} > {ranks})"
        ));
    }
    if microbatches == 0 {
        return requires("parallel.pipeline.microbatches > 0");
    }
    if config.schedule == Schedule::Interleaved1f1b && microbatches < ranks {
        return Err(format!(
            "parallel.pipeline.microbatches must be >= parallel.pipeline.stage_count for interleaved_1f1b \
             (got {microbatches} < {ranks})"
        ));
    }
    Ok(())
}

// ---- When each op runs ----------------------------------------------------------------------------------------------

/// A microbatch goes through a chain of positions: the forwards of stages 0 .. K-1, then the backwards of K-1 .. 0.
/// Every position does its microbatches in order, so a counter says which are done: a position is ready when the one
/// before it is ahead, and offers the microbatch that its counter names. Of two ready positions on a rank the deeper
/// one offers the lower microbatch, so "lowest microbatch first" is "deepest position first".
fn stage_at(position: usize, stages: usize) -> usize {
    position.min(2 * stages - 1 - position)
}

/// The positions of every rank, the preferred ones first: interleaved_1f1b prefers backwards, gpipe forwards.
fn preferences(config: &Config, stages: usize) -> Vec<Vec<usize>> {
    let ranks = config.stage_count as usize;
    let mut of_rank = vec![Vec::new(); ranks];
    let (forwards, backwards) = (0..stages, stages..2 * stages);
    let (first, second) = match config.schedule {
        Schedule::Gpipe => (forwards, backwards),
        Schedule::Interleaved1f1b => (backwards, forwards),
    };
    for position in first.rev().chain(second.rev()) {
        of_rank[stage_at(position, stages) % ranks].push(position);
    }
    of_rank
}

fn events(config: &Config, stages: u64) -> Vec<Event> {
    let preferences = preferences(config, stages as usize);
    // done[p + 1] counts what position p has done; before the chain every microbatch is there.
    let mut done = vec![0; 2 * stages as usize + 1];
    done[0] = config.microbatches;
    let total = (2 * stages * config.microbatches) as usize;
    let mut events: Vec<Event> = Vec::with_capacity(total);
    let mut tick = 0;
    while events.len() < total {
        let first_of_tick = events.len();
        for positions in &preferences {
            if let Some(&position) = positions.iter().find(|&&p| done[p + 1] < done[p]) {
                events.push(Event { tick, position, microbatch: done[position + 1] });
            }
        }
        // Only now: what a rank does in this tick is of use to others in the next.
        for event in &events[first_of_tick..] {
            done[event.position + 1] += 1;
        }
        tick += 1;
    }
    events
}

// ---- The plan as JSON -----------------------------------------------------------------------------------------------

fn plan_text(config: &Config, stages: u64, events: &[Event]) -> String {
    let schedule = match config.schedule {
        Schedule::Gpipe => "gpipe",
        Schedule::Interleaved1f1b => "interleaved_1f1b",
    };
    let mut text = format!(
        "{{\"n_layer\":{},\"physical_stage_count\":{},\"virtual_stages_per_rank\":{},\"total_virtual_stages\":{stages},\
         \"microbatches\":{},\"schedule\":\"{schedule}\",\"partition\":\"layer_contiguous\",\"stage_assignments\":[",
        config.n_layer, config.stage_count, config.virtual_stages_per_rank, config.microbatches
    );
    write_assignments(&mut text, config, stages);
    text.push_str("],\"events\":[");
    write_events(&mut text, config, stages, events);
    text.push_str("],\"metrics\":");
    write_metrics(&mut text, config.stage_count, stages, events);
    text.push('}');
    text
}

/// Contiguous layers; the first stages take one more each where they do not divide evenly.
fn write_assignments(text: &mut String, config: &Config, stages: u64) {
    let (base, remainder) = (config.n_layer / stages, config.n_layer % stages);
    let mut start = 0;
    for stage in 0..stages {
        let end = start + base + u64::from(stage < remainder);
        let comma = if stage == 0 { "" } else { "," };
        let (rank, chunk) = (stage % config.stage_count, stage / config.stage_count);
        let _ = write!(
            text,
            "{comma}{{\"virtual_stage_id\":{stage},\"physical_stage_id\":{rank},\"local_stage_index\":{chunk},\
             \"layer_range\":{{\"start\":{start},\"end\":{end}}}}}"
        );
        start = end;
    }
}

fn write_events(text: &mut String, config: &Config, stages: u64, events: &[Event]) {
    text.reserve(events.len() * 128);
    for (index, event) in events.iter().enumerate() {
        let stage = stage_at(event.position, stages as usize) as u64;
        let comma = if index == 0 { "" } else { "," };
        let kind = if (event.position as u64) < stages { "forward" } else { "backward" };
        let _ = write!(
            text,
            "{comma}{{\"tick\":{},\"physical_stage_id\":{},\"virtual_stage_id\":{stage},\"local_stage_index\":{},\
             \"microbatch_id\":{},\"kind\":\"{kind}\"}}",
            event.tick,
            stage % config.stage_count,
            stage / config.stage_count,
            event.microbatch
        );
    }
}

fn write_metrics(text: &mut String, ranks: u64, stages: u64, events: &[Event]) {
    let ticks = events.last().map_or(0, |event| event.tick + 1);
    let mut busy = vec![0_u64; ranks as usize];
    for event in events {
        busy[stage_at(event.position, stages as usize) % ranks as usize] += 1;
    }
    let idle: Vec<u64> = busy.iter().map(|busy| ticks - busy).collect();
    let slots = (ticks * ranks).max(1);
    let bubble = idle.iter().sum::<u64>() as f32 / slots as f32;
    let _ = write!(
        text,
        "{{\"total_ticks\":{ticks},\"total_events\":{},\"stage_busy_ticks\":{},\"stage_idle_ticks\":{},\
         \"bubble_fraction\":{}}}",
        events.len(),
        list(&busy),
        list(&idle),
        fraction(bubble)
    );
}

fn list(counts: &[u64]) -> String {
    let texts: Vec<String> = counts.iter().map(u64::to_string).collect();
    format!("[{}]", texts.join(","))
}

/// A fraction as serde_json prints an f32: the fewest digits that give it back, never without a point or an exponent.
/// Of two such texts equally near it takes the even one, the standard library the larger: 2^-12 is 0.00024414062. Below
/// 10^-6 no two are, as a power of two has too many digits there.
fn fraction(value: f32) -> String {
    if value != 0.0 && value < 1e-6 {
        return format!("{value:e}");
    }
    let text = value.to_string();
    let exact = format!("{value:.149}");
    let (lower, rest) = exact.split_at(text.len());
    if rest.trim_end_matches('0') == "5" && lower.ends_with(['0', '2', '4', '6', '8']) && lower.parse() == Ok(value) {
        lower.to_string()
    } else if text.contains('.') {
        text
    } else {
        text + ".0"
    }
}

fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => result.extend(['\\', c]),
            c if c < ' ' => result.push_str(&format!("\\u{:04x}", c as u32)),
            c => result.push(c),
        }
    }
    result + "\""
}

// ---- The request ----------------------------------------------------------------------------------------------------

fn read_request(line: &[u8]) -> Result<Config, String> {
    let text = std::str::from_utf8(line).map_err(|_| "the request is not UTF-8".to_string())?;
    let mut reader = Reader { rest: text };
    let request = reader.value(0)?;
    if !reader.rest.trim_start().is_empty() {
        return Err("the request goes on after its end".into());
    }
    let pipeline = request.member("pipeline")?;
    check_partition(pipeline.member("partition")?)?;
    Ok(Config {
        n_layer: request.member("n_layer")?.count("n_layer")?,
        enabled: pipeline.member("enabled")?.boolean("enabled")?,
        stage_count: pipeline.member("stage_count")?.count("stage_count")?,
        virtual_stages_per_rank: pipeline.member("virtual_stages_per_rank")?.count("virtual_stages_per_rank")?,
        schedule: read_schedule(pipeline.member("schedule")?)?,
        microbatches: pipeline.member("microbatches")?.count("microbatches")?,
    })
}

fn read_schedule(value: &Json) -> Result<Schedule, String> {
    match value {
        Json::Text(name) if name == "gpipe" => Ok(Schedule::Gpipe),
        Json::Text(name) if name == "interleaved_1f1b" => Ok(Schedule::Interleaved1f1b),
        _ => Err("schedule is neither gpipe nor interleaved_1f1b".into()),
    }
}

fn check_partition(value: &Json) -> Result<(), String> {
    match value {
        Json::Text(name) if name == "layer_contiguous" => Ok(()),
        _ => Err("partition is not layer_contiguous".into()),
    }
}

/// As much of JSON as a request needs to tell apart; numbers stay text, so that none is narrowed on the way.
enum Json {
    Object(Vec<(String, Json)>),
    Text(String),
    Number(String),
    Boolean(bool),
    Other,
}

impl Json {
    fn member(&self, key: &str) -> Result<&Json, String> {
        let members = match self {
            Json::Object(members) => members,
            _ => return Err(format!("there is no object to look for {key} in")),
        };
        let mut found = members.iter().filter(|(name, _)| name == key);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => Ok(value),
            (None, _) => Err(format!("{key} is missing")),
            _ => Err(format!("{key} is there twice")),
        }
    }

    fn count(&self, key: &str) -> Result<u64, String> {
        match self {
            Json::Number(text) => text.parse().map_err(|_| format!("{key}: {text} is not a 64-bit count")),
            _ => Err(format!("{key} is not a number")),
        }
    }

    fn boolean(&self, key: &str) -> Result<bool, String> {
        match self {
            Json::Boolean(value) => Ok(*value),
            _ => Err(format!("{key} is neither true nor false")),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST_NESTING {
            return Err("the request is nested too deep".into());
        }
        self.rest = self.rest.trim_start();
        match self.rest.bytes().next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.text().map(Json::Text),
            Some(_) => self.word(),
            None => Err("the request ends too early".into()),
        }
    }

    /// Moves over `token`, if it is next.
    fn skip(&mut self, token: char) -> bool {
        let after = self.rest.trim_start().strip_prefix(token);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn expect(&mut self, token: char) -> Result<(), String> {
        if self.skip(token) {
            Ok(())
        } else {
            Err(format!("the request lacks a {token:?}"))
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.expect('{')?;
        let mut members = Vec::new();
        while !self.skip('}') {
            if !members.is_empty() {
                self.expect(',')?;
            }
            let key = self.text()?;
            self.expect(':')?;
            members.push((key, self.value(depth + 1)?));
        }
        Ok(Json::Object(members))
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        self.expect('[')?;
        let mut first = true;
        while !self.skip(']') {
            if !first {
                self.expect(',')?;
            }
            self.value(depth + 1)?;
            first = false;
        }
        Ok(Json::Other)
    }

    fn word(&mut self) -> Result<Json, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "true" | "false" => Ok(Json::Boolean(word == "true")),
            "null" => Ok(Json::Other),
            _ if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => Ok(Json::Number(word.into())),
            _ => Err(format!("{word:?} is no JSON")),
        }
    }

    fn text(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let mut text = String::new();
        loop {
            let mut characters = self.rest.chars();
            let next = characters.next();
            self.rest = characters.as_str();
            match next {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some(c) => text.push(c),
                None => return Err("a text has no end".into()),
            }
        }
    }

    /// What stands after a backslash. No key or word that a request needs lies beyond U+FFFF, so the halves of a
    /// surrogate pair may both become the replacement character.
    fn escape(&mut self) -> Result<char, String> {
        let mut characters = self.rest.chars();
        let name = characters.next().ok_or("a text has no end")?;
        self.rest = characters.as_str();
        match name {
            '"' | '\\' | '/' => Ok(name),
            'b' => Ok('\u{8}'),
            'f' => Ok('\u{c}'),
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'u' => {
                let digits = self.rest.get(..4).ok_or("an escape is cut short")?;
                self.rest = &self.rest[4..];
                let code = u32::from_str_radix(digits, 16).map_err(|_| format!("\\u{digits} is no character"))?;
                Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            _ => Err(format!("\\{name} is no escape")),
        }
    }
}
