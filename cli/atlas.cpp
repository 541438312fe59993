// `tickproof atlas`: known schedules beside their optima over a grid of shapes, in parts and in several runs if need
// be.
#include <algorithm>
#include <array>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cli/atlas_file.h"
#include "cli/atlas_grid.h"
#include "cli/atlas_row.h"
#include "cli/certified_options.h"
#include "cli/ci_report.h"
#include "cli/command.h"
#include "cli/comparison.h"
#include "cli/in_order.h"
#include "cli/interruptible.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/range.h"
#include "cli/running_limits.h"
#include "cli/shape.h"
#include "cli/split.h"

namespace tickproof::cli {

namespace {

template <class T>
using OrError = std::expected<T, std::string>;

constexpr std::uint64_t max_cells = 1'000'000'000;
constexpr std::uint64_t max_threads = 1024;

// As they are typed.
struct Words {
    std::string stages;
    std::string chunks;
    std::string microbatches;
    std::string schedules;
    std::string csv;
    std::string shard;
    std::optional<std::uint64_t> threads;
};

struct Settings {
    AtlasGrid grid;
    Shard shard;
    certify::Options certify;
    std::uint64_t threads = 1;
    std::string csv;  // empty: rows go to standard output
    GlobalOptions globals;

    [[nodiscard]] std::uint64_t first() const { return shard.first(cell_count(grid)); }
    [[nodiscard]] std::uint64_t last() const { return shard.last(cell_count(grid)); }
};

void declare(Options& options, Words& words) {
    options.text("--stages", "ranks", "A..B", words.stages);
    options.text("--virtual", "virtual stages of a rank (1)", "A..B", words.chunks);
    options.text("--microbatches", "microbatches", "A..B", words.microbatches);
    options.text("--schedule", fmt::format("some of {} (all)", known_schedules()), "NAME[,NAME...]", words.schedules);
    options.text("--csv", "where to write the rows (standard output); FILE.partial until all are there", "FILE",
                 words.csv);
    options.text("--shard", "only part I of N; the parts one after another are the whole", "I/N", words.shard);
    options.count("--threads", "workers (all cores)", words.threads);
}

OrError<gate::Range> range_of(const char* option, const std::string& text) {
    if (text.empty()) return std::unexpected(fmt::format("{} is needed (see --help)", option));
    const auto range = parse_range(text);
    if (!range) return std::unexpected(fmt::format("{}: {}", option, range.error()));
    return *range;
}

OrError<gate::Grid> ranges_of(const Words& words) {
    const auto stages = range_of("--stages", words.stages);
    if (!stages) return std::unexpected(stages.error());
    const auto chunks = range_of("--virtual", words.chunks.empty() ? "1" : words.chunks);
    if (!chunks) return std::unexpected(chunks.error());
    const auto microbatches = range_of("--microbatches", words.microbatches);
    if (!microbatches) return std::unexpected(microbatches.error());
    return gate::Grid{*stages, *chunks, *microbatches};
}

OrError<AtlasGrid> grid_of(const Words& words, const ProblemOptions& problem_options) {
    const auto ranges = ranges_of(words);
    if (!ranges) return std::unexpected(ranges.error());
    const auto schedules = words.schedules.empty() ? all_schedules() : schedules_named(words.schedules);
    if (!schedules) return std::unexpected(schedules.error());
    const auto problem = problem_options.settings();
    if (!problem) return std::unexpected(problem.error());
    if (problem->placement && problem->placement->kind == Placement::Kind::listed) {
        return std::unexpected("--placement: a list fits one shape alone; give loop or v");
    }
    AtlasGrid grid{*ranges, *schedules, *problem};
    const std::uint64_t cells = cell_count(grid);
    if (cells > max_cells) {
        return std::unexpected(fmt::format("a grid of {} shapes is beyond the limit of {}", cells, max_cells));
    }
    return grid;
}

OrError<Shard> shard_of(const std::string& text) {
    if (text.empty()) return Shard{};
    const auto parts = split(text, '/');
    const auto index = parse_count(parts.front());
    const auto count = parse_count(parts.back());
    if (parts.size() != 2 || !index || !count || *index < 1 || *index > *count || *count > max_shards) {
        return std::unexpected(
            fmt::format("--shard: '{}' is not I/N with I from 1 to N and N up to {}", text, max_shards));
    }
    return Shard{*index, *count};
}

OrError<std::uint64_t> threads_of(std::optional<std::uint64_t> given) {
    const std::uint64_t cores = std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, 64);
    const std::uint64_t threads = given.value_or(cores);
    if (threads >= 1 && threads <= max_threads) return threads;
    return std::unexpected(fmt::format("--threads: {} is not in 1..{}", threads, max_threads));
}

OrError<Settings> settings_of(const Words& words, const ProblemOptions& problem_options,
                              const CertifyOptions& certify_options, GlobalOptions globals) {
    const auto grid = grid_of(words, problem_options);
    if (!grid) return std::unexpected(grid.error());
    const auto shard = shard_of(words.shard);
    if (!shard) return std::unexpected(shard.error());
    const auto certify = certify_options.options();
    if (!certify) return std::unexpected(certify.error());
    const auto threads = threads_of(words.threads);
    if (!threads) return std::unexpected(threads.error());
    return Settings{*grid, *shard, *certify, *threads, words.csv, globals};
}

// Where rows go, and what is to be said of all of them.
class Rows {
public:
    Rows(const Settings& settings, CiReport& ci) : settings_(settings), ci_(ci) {
        const AtlasGrid& grid = settings.grid;
        const auto as_array = [](const gate::Range& range) { return fmt::format("[{},{}]", range.first, range.last); };
        if (settings.globals.json) {
            print(fmt::format(
                R"({{"schema":"tickproof/atlas/1","stages":{},"virtual":{},"microbatches":{},"shard":[{},{}],)"
                R"("rows":[)",
                as_array(grid.ranges.stages), as_array(grid.ranges.virtual_stages), as_array(grid.ranges.microbatches),
                settings.shard.index, settings.shard.count));
        } else if (settings.csv.empty() && settings.shard.index == 1) {
            print(atlas_header());
        }
    }
    void add(const std::vector<AtlasRow>& rows) {
        for (const AtlasRow& row : rows) {
            if (settings_.globals.json) {
                print((count() == 0 ? "\n" : ",\n") + row.json());
            } else if (settings_.csv.empty()) {
                print(row.csv());
            }
            if (ci_.wanted()) ci_.add(row.reported());
            ++counts_[static_cast<std::size_t>(row.standing())];
            if (row.is_open()) ++open_;
        }
    }
    // `cells`: how many have all their rows, of all that were asked for.
    [[nodiscard]] ExitCode finish(std::uint64_t cells, std::uint64_t asked) const {
        const bool is_complete = cells == asked;
        if (settings_.globals.json) {
            print(fmt::format("\n],\"cells\":{},\"cells_asked\":{},\"complete\":{}}}\n", cells, asked, is_complete));
        } else if (!settings_.csv.empty() && !settings_.globals.quiet && is_complete) {
            print(fmt::format("{} shapes, {} rows: {}\n", cells, count(), totals()));
        }
        const bool is_decided = is_complete && open_ == 0;
        return combined(std::array{is_decided ? ExitCode::holds : ExitCode::undecided, ci_.finish()});
    }

private:
    [[nodiscard]] std::uint64_t of(compare::Standing standing) const {
        return counts_[static_cast<std::size_t>(standing)];
    }
    [[nodiscard]] std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t rows_of_one_standing : counts_) sum += rows_of_one_standing;
        return sum;
    }
    [[nodiscard]] std::string totals() const {
        using compare::Standing;
        std::string text = fmt::format("{} proven", of(Standing::proven));
        for (const auto& [standing, words] : {std::pair{Standing::undecided, "undecided"},
                                              {Standing::over_cap, "over the cap"},
                                              {Standing::refused, "refused"}}) {
            if (of(standing) > 0) text += fmt::format(", {} {}", of(standing), words);
        }
        return open_ == of(Standing::undecided) ? text : fmt::format("{}; the optimum of {} is open", text, open_);
    }

    const Settings& settings_;
    CiReport& ci_;
    std::array<std::uint64_t, 5> counts_{};  // by standing
    std::uint64_t open_ = 0;
};

ExitCode unusable(std::string_view why) {
    print_error(fmt::format("tickproof atlas: {}", why));
    return ExitCode::unusable;
}

// All rows of a cell; nothing if the run is to end before it is done. What the end of the run left open is no result.
std::optional<std::vector<AtlasRow>> rows_of_cell(const Settings& settings, const RunningLimits& limits,
                                                  std::uint64_t cell) {
    if (limits.is_over()) return std::nullopt;
    const Problem problem = problem_of_cell(settings.grid, cell);
    const auto comparison = compare_known(problem, settings.grid.schedules, limits.options());
    const bool is_open = !comparison || !comparison->optimum.is_proven();
    if (is_open && limits.is_over()) return std::nullopt;
    return AtlasRow::of_cell(problem, settings.grid.schedules, comparison);
}

struct Done {
    std::uint64_t cells = 0;
    std::string error;  // of the file; empty: none
};

Done make_rows(const Settings& settings, std::uint64_t first, AtlasFile* file, Rows& rows) {
    const RunningLimits limits(settings.certify);
    const auto make = [&](std::uint64_t cell) { return rows_of_cell(settings, limits, cell); };
    Progress progress("atlas");
    InOrder work(first, settings.last(), settings.threads, make);
    Done done;
    while (const auto cell = work.take()) {
        if (file != nullptr) {
            const auto written = file->append(*cell);
            if (!written) return {done.cells, written.error()};
        }
        rows.add(*cell);
        ++done.cells;
        progress.show(static_cast<double>(first + done.cells - settings.first()) /
                      static_cast<double>(settings.last() - settings.first()));
    }
    return done;
}

std::string why_not_all(const Settings& settings, std::uint64_t cells, std::uint64_t asked) {
    return fmt::format(
        "tickproof atlas: undecided: {} after {} of {} shapes{}",
        was_interrupted() ? "interrupted" : "the time limit was reached", cells, asked,
        settings.csv.empty() ? "" : fmt::format("; the same command goes on from {}.partial", settings.csv));
}

ExitCode run(const Settings& settings, AtlasFile* file, CiReport& ci) {
    const Interruptible until_here;
    Rows rows(settings, ci);
    std::uint64_t cells = 0;
    if (file != nullptr) {
        rows.add(file->earlier_rows());
        cells = file->earlier_rows().size() / settings.grid.schedules.size();
    }
    const Done done = make_rows(settings, settings.first() + cells, file, rows);
    cells += done.cells;
    const std::uint64_t asked = settings.last() - settings.first();
    std::string error = done.error;
    if (error.empty() && file != nullptr && cells == asked) {
        if (const auto finished = file->finish(); !finished) error = finished.error();
    }
    if (error.empty() && cells < asked) print_error(why_not_all(settings, cells, asked));
    const ExitCode code = rows.finish(cells, asked);
    return error.empty() ? code : unusable(error);
}

}  // namespace

ExitCode run_atlas(Arguments arguments) {
    Options options(
        "atlas",
        "Compares the known schedules with the proven optimum for every shape of a grid, in a fixed order, as CSV "
        "whose\n"
        "columns docs/schemas/atlas-1.json explains. A run that was interrupted, or that ran out of time, goes on "
        "from\n"
        "FILE.partial when the same command is given again. Exit code 3 if an optimum is open or rows are missing.",
        "tickproof atlas --stages 1..4 --virtual 1..2 --microbatches 1..8 --csv atlas.csv");
    Words words;
    declare(options, words);
    const ProblemOptions problem_options(options, ProblemOptions::Of::optimum);
    const CertifyOptions certify_options(options);
    CiReport ci(options);
    GlobalOptions globals;
    if (const auto exit = options.parse(arguments, globals)) return *exit;
    const auto settings = settings_of(words, problem_options, certify_options, globals);
    if (!settings) return unusable(settings.error());
    if (settings->csv.empty()) return run(*settings, nullptr, ci);
    auto file = AtlasFile::open(settings->csv, description(settings->grid, settings->shard, settings->certify),
                                settings->grid, settings->shard);
    return file ? run(*settings, &*file, ci) : unusable(file.error());
}

}  // namespace tickproof::cli
