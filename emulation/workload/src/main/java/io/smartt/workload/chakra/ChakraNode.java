package io.smartt.workload.chakra;

import module java.base;

/**
 * One node of a rank's trace, with the fields that matter here.
 *
 * @param id by which others of the rank refer to it
 * @param name as the trace has it
 * @param type number of its {@code NodeType}
 * @param before ids of the nodes that it waits for, by control and by data
 * @param micros how long it took
 * @param numbers whole and truth-valued attributes, by name
 * @param texts textual attributes, by name
 */
record ChakraNode(
    long id,
    String name,
    int type,
    List<Long> before,
    long micros,
    Map<String, Long> numbers,
    Map<String, String> texts) {

  /** Copies the collections. */
  ChakraNode {
    before = List.copyOf(before);
    numbers = Map.copyOf(numbers);
    texts = Map.copyOf(texts);
  }

  /** The node for errors. */
  String named() {
    return "node " + Long.toUnsignedString(id) + " (" + name + ")";
  }
}
