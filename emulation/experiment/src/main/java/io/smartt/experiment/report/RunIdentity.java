package io.smartt.experiment.report;

import io.smartt.experiment.settings.TrafficClasses;
import java.util.List;
import java.util.Map;

/**
 * The identity of what was run.
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
 * @param schemeOfHost congestion control of the hosts that have another, by name
 * @param schemeOfFlow congestion control of the flows that have one of their own, by number
 * @param classOfFlow traffic class of the flows that have one, by number
 * @param origin where it came from, for its reader
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
    double dilation,
    Map<String, String> schemeOfHost,
    Map<Integer, String> schemeOfFlow,
    Map<Integer, String> classOfFlow,
    RunIdentity.RunOrigin origin) {
  /** Copies the maps. */
  public RunIdentity {
    schemeOfHost = Map.copyOf(schemeOfHost);
    schemeOfFlow = Map.copyOf(schemeOfFlow);
    classOfFlow = Map.copyOf(classOfFlow);
  }

  /** Returns the identity with congestion controls of single hosts and flows, and classes. */
  public RunIdentity with(
      Map<String, String> ofHosts, Map<Integer, String> ofFlows, Map<Integer, String> classes) {
    return new RunIdentity(
        name,
        fabric,
        topology,
        workload,
        scheme,
        loadBalancer,
        trimming,
        constants,
        seed,
        dilation,
        ofHosts,
        ofFlows,
        classes,
        origin);
  }

  /** Returns whether flows may have different congestion controls. */
  public boolean isMixed() {
    return !schemeOfHost.isEmpty() || !schemeOfFlow.isEmpty();
  }

  /** The congestion control of a flow. */
  public String schemeOf(FlowRecord flow) {
    return schemeOfFlow.getOrDefault(flow.id(), schemeOfHost.getOrDefault(flow.src(), scheme));
  }

  /** The traffic class of a flow. */
  public String classOf(FlowRecord flow) {
    return classOfFlow.getOrDefault(flow.id(), TrafficClasses.DATA);
  }

  /**
   * The origin of a run, for its reader.
   *
   * @param command what starts it
   * @param revision version of the harness; empty if not known
   * @param settings those that have another value than their default
   */
  public record RunOrigin(String command, String revision, List<Changed> settings) {
    /** Nobody said. */
    public static final RunOrigin UNKNOWN = new RunOrigin("", "", List.of());

    /**
     * A setting that has another value than its default.
     *
     * @param key its name
     * @param value what it has
     * @param normal what it has where nobody sets it
     */
    public record Changed(String key, String value, String normal) {}

    /** Copies the list. */
    public RunOrigin {
      settings = List.copyOf(settings);
    }
  }
}
