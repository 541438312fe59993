#include "properties/check/compute_ops.h"

#include <gtest/gtest.h>

#include "properties/check/tiny_orders_test_data.h"

namespace tickproof::check {
namespace {

TEST(PlaceOf, NamesTheCellOfATableWhereThereIsOne) {
    Orders orders = tiny_orders(1, {"F0 B0", "F0 B0"});
    EXPECT_EQ(place_of(orders, 1, 0), "rank 1 op 0");
    orders.columns = {{1, 4}, {2, 3}};
    EXPECT_EQ(place_of(orders, 0, 1), "rank 0 op 1 (row 1, column 4)");
    EXPECT_EQ(place_of(orders, 1, 0), "rank 1 op 0 (row 2, column 2)");
    // Behind the last action, where something is missing, and of a rank that the table lacks.
    EXPECT_EQ(place_of(orders, 1, 2), "rank 1 op 2");
    EXPECT_EQ(place_of(orders, 2, 0), "rank 2 op 0");
}

TEST(PlaceIn, CountsComputesAlone) {
    const Orders orders = tiny_orders(1, {"F0 sF0 rB0 B0", "rF0 F0 B0 sB0"});
    EXPECT_EQ(place_in(orders)(1), "rank 0 op 3");
    EXPECT_EQ(place_in(orders)(2), "rank 1 op 1");
}

}  // namespace
}  // namespace tickproof::check
