package io.smartt.emulation.traffic;

import io.smartt.emulation.report.EntropyTrace;

/**
 * Looks at the entropy values of one flow.
 *
 * @param reader tells them
 * @param trace keeps them
 */
record EntropyLook(EntropyTrace.Reader reader, EntropyTrace trace) {
  /** Flows of a run whose values are kept; of more, some that are spread over the workload. */
  private static final int MOST_FLOWS = 256;

  /** Values of all flows together, and of one at most. */
  private static final int MOST_VALUES = 1 << 17;

  private static final int MOST_VALUES_OF_ONE = 1 << 12;

  /** Whether the values of a flow are kept, one of so many. */
  static boolean keeps(int index, int flows) {
    return index % ((flows - 1) / MOST_FLOWS + 1) == 0;
  }

  /** Values of one of so many flows that there is room for. */
  static int room(int flows) {
    return Math.min(MOST_VALUES_OF_ONE, MOST_VALUES / Math.clamp(flows, 1, MOST_FLOWS));
  }

  void look(long nowPs) {
    trace.look(nowPs, reader);
  }
}
