package io.smartt.workload.chakra;

import java.util.ArrayList;
import java.util.List;

/** Traces of training steps, made up. */
final class TrainingSteps {
  static final int ALL_REDUCE = 0;
  static final int ALL_TO_ALL = 6;

  private TrainingSteps() {}

  /**
   * Data parallel: forward, then backward layer by layer; the gradients of a layer are summed while
   * the next is computed, and the optimiser waits for all.
   */
  static List<byte[]> dataParallel(int ranks, int layers, long micros, long gradientBytes) {
    List<byte[]> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      TraceWriter trace = new TraceWriter();
      long last = trace.compute("forward", micros * layers);
      long[] sums = new long[layers];
      for (int layer = 0; layer < layers; layer++) {
        last = trace.compute("backward " + layer, 2 * micros, last);
        sums[layer] = trace.collective("gradients " + layer, ALL_REDUCE, gradientBytes, "", last);
      }
      trace.compute("optimizer", micros, sums);
      traces.add(trace.bytes());
    }
    return traces;
  }

  /**
   * Mixture of experts: in each layer attention, tokens to their experts, the experts, and back;
   * experts are spread over groups of ranks. At the end gradients are summed over all.
   */
  static List<byte[]> mixtureOfExperts(
      int ranks, int perGroup, int layers, long micros, long tokenBytes, long gradientBytes) {
    List<byte[]> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      TraceWriter trace = new TraceWriter();
      String experts = "experts" + rank / perGroup;
      long last = trace.compute("embedding", micros);
      for (int layer = 0; layer < layers; layer++) {
        long attention = trace.compute("attention " + layer, micros, last);
        long sent =
            trace.collective("dispatch " + layer, ALL_TO_ALL, tokenBytes, experts, attention);
        long expert = trace.compute("expert " + layer, micros + rank % perGroup, sent);
        last = trace.collective("combine " + layer, ALL_TO_ALL, tokenBytes, experts, expert);
      }
      long sum = trace.collective("gradients", ALL_REDUCE, gradientBytes, "world", last);
      trace.compute("optimizer", micros, sum);
      traces.add(trace.bytes());
    }
    return traces;
  }
}
