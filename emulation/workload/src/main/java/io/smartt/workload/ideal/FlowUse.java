package io.smartt.workload.ideal;

/**
 * A flow's share of the network's resources: the index of each, and the part of the flow's rate
 * that it carries. The arrays are shared, not copied; nobody changes them.
 */
final class FlowUse {
  private final int[] resources;
  private final double[] parts;

  FlowUse(int[] resources, double[] parts) {
    this.resources = resources;
    this.parts = parts;
  }

  int[] resources() {
    return resources;
  }

  double[] parts() {
    return parts;
  }
}
