// Which openings of Trike win for Black if nobody swaps, by exact search to the end of the game:
//   g++ -O3 -o trike_openings tests/tools/trike_openings.cpp && ./trike_openings 7 28
// Arguments: cells along one edge (3 to 7), and the size of the memory as a power of two of 8-byte entries (28: 2 GB,
// enough for side 7 in some five minutes; 22 for smaller boards). Prints a line per row, B or W for who wins after an
// opening there. Opening maps of sides 3 and 4, and the numbers of the others, agree with tests/vectors/trike_solved.json.
//
// What decides a position: the pawn's cell, the empty cells that it can still reach, and whose checkers lie next to
// those. Turn and colours are normalised: `own` are the checkers of the side on turn.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Cells = uint32_t;  // a set of cells, one bit each: at most 28
using Key = uint64_t;    // 0 is none; the two highest bits of an entry hold what is known

static int side, cells;
static Cells near_[28];
static std::vector<std::vector<int>> rays[28];
static std::vector<uint64_t> memory;
static const Key KEY = (1ull << 62) - 1;
static uint64_t nodes;

struct Move {
    int cell, mobility;
    Key key;
};

static size_t slot_of(Key key) {
    key ^= key >> 31, key *= 0x9E3779B97F4A7C15ull;
    key ^= key >> 29, key *= 0xBF58476D1CE4E5B9ull;
    key ^= key >> 32;
    return key & (memory.size() - 1) & ~3ull;  // four neighbours share a slot
}

static Key key_of(int pawn, Cells filled, Cells own) {
    Cells reach = 0, around = 0, fresh = near_[pawn] & ~filled;
    while (fresh) {
        reach |= fresh;
        Cells more = 0;
        for (Cells rest = fresh; rest; rest &= rest - 1) more |= near_[__builtin_ctz(rest)];
        around |= more;
        fresh = more & ~filled & ~reach;
    }
    return (Key(pawn) | Key(reach) << 5 | Key(own & around & filled) << 33) + 1;
}

static int known(Key key) {  // 1: the side on turn wins, 0: it loses, -1: not known
    size_t slot = slot_of(key);
    for (int way = 0; way < 4; way++)
        if ((memory[slot + way] & KEY) == key) return int(memory[slot + way] >> 62) - 1;
    return -1;
}

static void keep(Key key, bool wins, uint64_t cost) {
    size_t slot = slot_of(key), way = 0;
    while (way < 4 && memory[slot + way]) way++;
    if (way == 4) way = cost & 3;  // full: any of the four gives way
    memory[slot + way] = key | uint64_t(wins + 1) << 62;
}

static int mobility(int pawn, Cells filled) {
    int count = 0;
    for (auto &ray : rays[pawn])
        for (int cell : ray) {
            if (filled >> cell & 1) break;
            count++;
        }
    return count;
}

// Who has won a trapped pawn, seen by the side with `own`: 1, 0, or -1 while the pawn can move.
static int ended(int pawn, Cells filled, Cells own) {
    if ((near_[pawn] & filled) != near_[pawn]) return -1;
    Cells close = near_[pawn] | 1u << pawn;
    return 2 * __builtin_popcount(close & own) > __builtin_popcount(close);
}

// Whether the side on turn, whose checkers are `own`, wins; the game is not over and not in the memory.
static bool wins(int pawn, Cells filled, Cells own, Key key) {
    uint64_t begun = nodes++;
    Cells other = filled & ~own;
    std::vector<Move> moves;
    bool found = false;
    for (auto &ray : rays[pawn])
        for (int cell : ray) {
            Cells after = filled | 1u << cell;
            if (found || filled >> cell & 1) break;
            int answer = ended(cell, after, other);
            Key next = 0;
            if (answer < 0) next = key_of(cell, after, other), answer = known(next);
            if (answer == 0) found = true;
            if (answer < 0) moves.push_back({cell, mobility(cell, after), next});
        }
    // Fewest answers first.
    std::sort(moves.begin(), moves.end(), [](const Move &a, const Move &b) { return a.mobility < b.mobility; });
    for (auto &move : moves) {
        if (found) break;
        int answer = known(move.key);
        found = !(answer < 0 ? wins(move.cell, filled | 1u << move.cell, other, move.key) : answer);
    }
    keep(key, found, nodes - begun);
    return found;
}

int main(int count, char **words) {
    side = count == 3 ? atoi(words[1]) : 0;
    int power = count == 3 ? atoi(words[2]) : 0;
    if (side < 3 || side > 7 || power < 4 || power > 34) {
        fprintf(stderr, "usage: trike_openings SIDE MEMORY, a side of 3 to 7 and a memory of 2^MEMORY entries, 4 to 34\n");
        return 2;
    }
    memory.resize(1ull << power);
    std::vector<int> row, column;
    for (int r = 0; r < side; r++)
        for (int c = 0; c <= r; c++) row.push_back(r), column.push_back(c), cells++;
    const int steps[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
    for (int cell = 0; cell < cells; cell++)
        for (auto &step : steps) {
            std::vector<int> ray;
            int r = row[cell] + step[0], c = column[cell] + step[1];
            for (; r >= 0 && r < side && c >= 0 && c <= r; r += step[0], c += step[1]) ray.push_back(r * (r + 1) / 2 + c);
            if (ray.empty()) continue;
            near_[cell] |= 1u << ray[0];
            rays[cell].push_back(ray);
        }
    std::vector<std::vector<int>> shapes(cells);
    std::vector<bool> black(cells);
    for (int cell = 0; cell < cells; cell++) {
        // Distances from the three edges, in any order: the board's six symmetries.
        shapes[cell] = {column[cell], row[cell] - column[cell], side - 1 - row[cell]};
        std::sort(shapes[cell].begin(), shapes[cell].end());
        int like = int(std::find(shapes.begin(), shapes.begin() + cell, shapes[cell]) - shapes.begin());
        if (like < cell) {
            black[cell] = black[like];
        } else {
            Key key = key_of(cell, 1u << cell, 0);
            int answer = known(key);
            black[cell] = !(answer < 0 ? wins(cell, 1u << cell, 0, key) : answer);
        }
        putchar(black[cell] ? 'B' : 'W');
        if (column[cell] == row[cell]) putchar('\n');
        fflush(stdout);
    }
    return 0;
}
