package io.smartt.p4.pipeline.table;

/**
 * A rule with its value.
 *
 * @param order when it was first put: of equal rank the earlier wins
 */
record RankedRule(Rule rule, Object value, long order) {
  boolean beats(RankedRule other) {
    return rule.rank() > other.rule.rank()
        || (rule.rank() == other.rule.rank() && order < other.order);
  }
}
