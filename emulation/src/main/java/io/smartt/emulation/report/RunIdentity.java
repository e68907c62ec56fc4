package io.smartt.emulation.report;

/**
 * What was run.
 *
 * @param name of the experiment, also the end of the run folder's default name
 * @param fabric {@code virtual}, {@code netns}, {@code docker} or {@code physical}
 * @param topology as the user named it
 * @param workload as the user named it
 * @param scheme congestion control
 * @param loadBalancer path selection
 * @param trimming {@code p4}, {@code asic} or {@code off}
 * @param constants where the scheme's constants are from, as users write it
 * @param seed of all randomness
 * @param dilation by how much rates were divided and latencies multiplied; 1 on the virtual fabric
 */
public record RunIdentity(
    String name,
    String fabric,
    String topology,
    String workload,
    String scheme,
    String loadBalancer,
    String trimming,
    String constants,
    long seed,
    double dilation) {}
