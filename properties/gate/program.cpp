#include "properties/gate/program.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace tickproof::gate {

namespace {

std::vector<std::string> places_of(const std::string& name) {
    if (name.contains('/')) return {name};
    const char* const path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "/bin:/usr/bin" : path;
    std::vector<std::string> places;
    while (true) {
        const std::size_t end = rest.find(':');
        const std::string folder(rest.substr(0, end));
        places.push_back((folder.empty() ? "." : folder) + "/" + name);
        if (end == std::string_view::npos) return places;
        rest.remove_prefix(end + 1);
    }
}

bool is_executable(const std::string& path) {
    std::error_code unreadable;
    return std::filesystem::is_regular_file(path, unreadable) && access(path.c_str(), X_OK) == 0;
}

// ELF, or a script that names its interpreter where the kernel looks for it.
bool is_known_to_the_kernel(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return true;  // what nobody may read can run all the same
    std::array<char, 256> buffer{};
    file.read(buffer.data(), buffer.size());
    const std::string_view start(buffer.data(), static_cast<std::size_t>(file.gcount()));
    if (start.starts_with("\x7F"
                          "ELF"))
        return true;
    const std::size_t interpreter = start.find_first_not_of(" \t", 2);
    return start.starts_with("#!") && interpreter != std::string_view::npos && start[interpreter] != '\n';
}

}  // namespace

std::expected<std::string, std::string> program_file(const std::string& name) {
    bool is_there = false;
    for (const std::string& place : places_of(name)) {
        std::error_code unreadable;
        is_there = is_there || std::filesystem::exists(place, unreadable);
        if (!is_executable(place)) continue;
        if (is_known_to_the_kernel(place)) return place;
        return std::unexpected("it is neither an ELF file nor a script that begins with #! and its interpreter");
    }
    return std::unexpected(is_there ? "permission denied" : "no such file or directory");
}

}  // namespace tickproof::gate
