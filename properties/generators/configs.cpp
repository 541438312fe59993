#include "properties/generators/configs.h"

#include <algorithm>
#include <cmath>

#include "planner/model/limits.h"
#include "planner/validate.h"

namespace tickproof::generators {

namespace {

constexpr std::uint64_t max_ranks = 1024;
constexpr std::uint64_t max_chunks_of_optimal = 64;

std::uint64_t square_root(std::uint64_t number) {
    return static_cast<std::uint64_t>(std::sqrt(static_cast<double>(number)));
}

ScheduleKind draw_schedule_kind(Draw& draw, const ConfigRange& range) {
    if (range.optimal && draw.one_in(4)) return ScheduleKind::optimal;
    return draw.one_in(2) ? ScheduleKind::gpipe : ScheduleKind::interleaved_1f1b;
}

// How many forwards the plan may have: few, or up to what is usual, or up to the most.
std::uint64_t draw_cells(Draw& draw, const ConfigRange& range) {
    switch (draw.below(20)) {
        case 0:
            return range.max_events / 2;
        case 1:
        case 2:
            return draw.between(1, 32);
        default:
            return std::max<std::uint64_t>(range.usual_events / 2 >> draw.below(5), 1);
    }
}

std::uint64_t least_microbatches(const PipelineConfig& config) {
    return config.schedule == ScheduleKind::interleaved_1f1b ? config.stage_count : 1;
}

std::uint64_t draw_ranks(Draw& draw, ScheduleKind schedule, std::uint64_t cells) {
    if (draw.one_in(12)) return 1;
    // Where M may be below S, a quarter may have as many ranks as forwards.
    const bool is_wide = schedule != ScheduleKind::interleaved_1f1b && draw.one_in(4);
    const std::uint64_t most = is_wide ? cells : square_root(cells);
    return draw.between_by_scale(1, std::min(most, max_ranks));
}

// `cells` is the number of forwards that the plan may have.
std::uint64_t draw_chunks(Draw& draw, const PipelineConfig& config, std::uint64_t cells) {
    const std::uint64_t room = cells / (config.stage_count * least_microbatches(config));
    const std::uint64_t allowed = config.schedule == ScheduleKind::optimal ? max_chunks_of_optimal : config.stage_count;
    const std::uint64_t most = std::min(room, allowed);
    switch (draw.below(4)) {
        case 0:
            return 1;
        case 1:
            return std::min(most, config.stage_count);
        default:
            return draw.between_by_scale(1, most);
    }
}

std::uint64_t draw_microbatches(Draw& draw, const PipelineConfig& config, std::uint64_t cells) {
    const std::uint64_t least = least_microbatches(config);
    const std::uint64_t most = cells / stages_of(config);
    const std::uint64_t ranks = config.stage_count;
    const std::uint64_t multiple = ranks * draw.between_by_scale(1, std::max<std::uint64_t>(most / ranks, 1));
    switch (draw.below(8)) {
        case 0:
            return least;
        case 1:
            return most;
        case 2:
            return std::clamp(ranks - draw.below(2), least, most);
        case 3:
            return std::clamp(multiple, least, most);
        case 4:
            return std::clamp(multiple - 1 + 2 * draw.below(2), least, most);
        default:
            return draw.one_in(2) ? draw.between(least, most) : draw.between_by_scale(least, most);
    }
}

std::uint64_t draw_layers(Draw& draw, std::uint64_t stages) {
    switch (draw.below(8)) {
        case 0:
        case 1:
            return stages;
        case 2:
            return stages + 1;
        case 3:
            return stages * draw.between(2, 8);
        case 4:
            return draw.between_by_scale(stages, max_layers);
        case 5:
            return draw.one_in(8) ? max_layers : 100 * stages + draw.below(1000);
        default:
            return stages + draw.below(4 * stages);
    }
}

// Each breaks one thing that is checked, and mends nothing that another broke. The last two overflow what the
// production planner multiplies.
using Break = void (*)(PipelineConfig&);
constexpr std::array<Break, 11> breaks{{
    [](PipelineConfig& config) { config.enabled = false; },
    [](PipelineConfig& config) { config.n_layer = 0; },
    [](PipelineConfig& config) { config.stage_count = 0; },
    [](PipelineConfig& config) { config.virtual_stages_per_rank = 0; },
    [](PipelineConfig& config) { config.microbatches = 0; },
    [](PipelineConfig& config) {
        const bool is_free = config.schedule == ScheduleKind::optimal;
        config.virtual_stages_per_rank = is_free ? 0 : config.stage_count + 1;
    },
    [](PipelineConfig& config) { config.virtual_stages_per_rank = std::uint64_t{1} << 63; },
    [](PipelineConfig& config) {
        const bool is_free = config.schedule != ScheduleKind::interleaved_1f1b || config.stage_count == 0;
        config.microbatches = is_free ? 0 : config.stage_count - 1;
    },
    [](PipelineConfig& config) { config.n_layer = std::max<std::uint64_t>(stages_of(config), 1) - 1; },
    [](PipelineConfig& config) {
        config.stage_count = config.virtual_stages_per_rank = std::uint64_t{1} << 32;
        config.microbatches = config.stage_count;
    },
    [](PipelineConfig& config) { config.microbatches = std::uint64_t{1} << 63; },
}};

class Smaller {
public:
    explicit Smaller(const PipelineConfig& config) : config_(config), is_refused_(validate(config).has_value()) {}

    [[nodiscard]] std::vector<PipelineConfig> all() && {
        const std::uint64_t cells = saturating_mul(stages_of(config_), config_.microbatches);
        if (!is_refused_ && cells <= all_shapes_up_to) {
            add_every_shape();
        } else {
            add_steps();
        }
        add_layers();
        std::ranges::sort(found_, {}, size_key);
        const auto repeated = std::ranges::unique(found_);
        found_.erase(repeated.begin(), repeated.end());
        return std::move(found_);
    }

private:
    static constexpr std::uint64_t all_shapes_up_to = 200;

    void add(const PipelineConfig& candidate) {
        if (size_key(candidate) < size_key(config_) && validate(candidate).has_value() == is_refused_) {
            found_.push_back(candidate);
        }
    }

    // With one layer a stage, and with as many more than that as there were; one to be refused keeps its layers.
    void add_shape(std::uint64_t ranks, std::uint64_t chunks, std::uint64_t microbatches) {
        PipelineConfig candidate = config_;
        candidate.stage_count = ranks;
        candidate.virtual_stages_per_rank = chunks;
        candidate.microbatches = microbatches;
        if (!is_refused_) candidate.n_layer = stages_of(candidate);
        add(candidate);
        if (is_refused_) return;
        candidate.n_layer += config_.n_layer - stages_of(config_);
        add(candidate);
    }

    void add_every_shape() {
        for (std::uint64_t ranks = 1; ranks <= config_.stage_count; ++ranks) {
            for (std::uint64_t chunks = 1; chunks <= config_.virtual_stages_per_rank; ++chunks) {
                for (std::uint64_t m = 1; m <= config_.microbatches; ++m) add_shape(ranks, chunks, m);
            }
        }
    }

    // The number itself and what lies below it: odd and even ones, so that a remainder can be kept.
    [[nodiscard]] static std::vector<std::uint64_t> down_from(std::uint64_t number) {
        std::vector<std::uint64_t> steps{number};
        for (const std::uint64_t next : {number / 2, number / 2 + 1, number - number / 4, number - 2, number - 1}) {
            if (next < number && next > 0) steps.push_back(next);
        }
        return steps;
    }

    [[nodiscard]] std::vector<std::uint64_t> small_ones(std::uint64_t number) const {
        std::vector<std::uint64_t> steps{std::min<std::uint64_t>(number, 3)};
        for (std::uint64_t next = is_refused_ ? 0 : 1; next < steps.front(); ++next) steps.push_back(next);
        return steps;
    }

    // All tiny shapes, then ranks together with microbatches or chunks, so that M = S or V = S can be kept on the way.
    void add_steps() {
        const std::uint64_t chunks = config_.virtual_stages_per_rank;
        const std::uint64_t microbatches = config_.microbatches;
        for (const std::uint64_t ranks : small_ones(config_.stage_count)) {
            for (const std::uint64_t v : small_ones(chunks)) {
                for (const std::uint64_t m : small_ones(microbatches)) add_shape(ranks, v, m);
            }
        }
        for (const std::uint64_t ranks : down_from(config_.stage_count)) {
            for (const std::uint64_t m : down_from(microbatches)) add_shape(ranks, chunks, m);
            for (const std::uint64_t v : down_from(chunks)) add_shape(ranks, v, microbatches);
        }
    }

    void add_layers() {
        const std::uint64_t stages = stages_of(config_);
        for (const std::uint64_t layers : {std::uint64_t{0}, stages, saturating_add(stages, 1), config_.n_layer / 2,
                                           config_.n_layer - std::min<std::uint64_t>(config_.n_layer, 1)}) {
            PipelineConfig candidate = config_;
            candidate.n_layer = layers;
            add(candidate);
        }
    }

    const PipelineConfig& config_;
    bool is_refused_;
    std::vector<PipelineConfig> found_;
};

}  // namespace

std::uint64_t stages_of(const PipelineConfig& config) {
    return saturating_mul(config.stage_count, config.virtual_stages_per_rank);
}

std::uint64_t events_of(const PipelineConfig& config) {
    return saturating_mul(2, saturating_mul(stages_of(config), config.microbatches));
}

std::array<std::uint64_t, 5> size_key(const PipelineConfig& config) {
    const std::uint64_t sum =
        saturating_add(config.stage_count, saturating_add(config.virtual_stages_per_rank, config.microbatches));
    return {sum, config.n_layer, config.stage_count, config.virtual_stages_per_rank, config.microbatches};
}

PipelineConfig draw_valid_config(Draw& draw, const ConfigRange& range) {
    PipelineConfig config;
    config.schedule = draw_schedule_kind(draw, range);
    const std::uint64_t cells = draw_cells(draw, range);
    config.stage_count = draw_ranks(draw, config.schedule, cells);
    config.virtual_stages_per_rank = draw_chunks(draw, config, cells);
    config.microbatches = draw_microbatches(draw, config, cells);
    config.n_layer = draw_layers(draw, stages_of(config));
    return config;
}

PipelineConfig draw_any_config(Draw& draw, const ConfigRange& range) {
    PipelineConfig config = draw_valid_config(draw, range);
    if (!draw.one_in(6)) return config;
    breaks[draw.below(breaks.size())](config);
    if (draw.one_in(4)) breaks[draw.below(breaks.size())](config);
    return config;
}

std::vector<PipelineConfig> sample_configs(std::uint64_t seed, std::size_t count) {
    Draw draw(seed);
    ConfigRange range;
    range.optimal = false;
    std::vector<PipelineConfig> configs;
    configs.reserve(count);
    while (configs.size() < count) configs.push_back(draw_any_config(draw, range));
    return configs;
}

std::vector<std::string_view> classes_of(const PipelineConfig& config) {
    if (validate(config)) return {config_classes.back()};
    const auto& [layers, enabled, ranks, chunks, schedule, microbatches, partition] = config;
    const std::uint64_t stages = stages_of(config);
    const std::array<bool, config_classes.size()> belongs{microbatches < ranks,
                                                          microbatches % ranks != 0,
                                                          chunks == ranks && ranks > 1,
                                                          ranks == 1,
                                                          microbatches == 1,
                                                          layers == stages,
                                                          layers / 100 >= stages,
                                                          events_of(config) >= std::uint64_t{1} << 14,
                                                          false};
    std::vector<std::string_view> classes;
    for (std::size_t i = 0; i < belongs.size(); ++i) {
        if (belongs[i]) classes.push_back(config_classes[i]);
    }
    return classes;
}

std::vector<PipelineConfig> smaller(const PipelineConfig& config) { return Smaller(config).all(); }

}  // namespace tickproof::generators
