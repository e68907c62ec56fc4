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
 * @param transport that carried it
 * @param seed of all randomness
 * @param dilation by how much rates were divided and latencies multiplied; 1 on the virtual fabric
 * @param own of single hosts and flows
 * @param origin where it came from, for its reader
 */
public record RunIdentity(
    String name,
    String fabric,
    String topology,
    String workload,
    RunIdentity.RunTransport transport,
    long seed,
    double dilation,
    RunIdentity.Own own,
    RunIdentity.RunOrigin origin) {

  /** Returns whether flows may have different congestion controls. */
  public boolean isMixed() {
    return !own.schemeOfHost().isEmpty() || !own.schemeOfFlow().isEmpty();
  }

  /** The congestion control of a flow. */
  public String schemeOf(FlowRecord flow) {
    return own.schemeOfFlow()
        .getOrDefault(flow.id(), own.schemeOfHost().getOrDefault(flow.src(), transport.scheme()));
  }

  /** The traffic class of a flow. */
  public String classOf(FlowRecord flow) {
    return own.classOfFlow().getOrDefault(flow.id(), TrafficClasses.DATA);
  }

  /**
   * The transport of a run.
   *
   * @param scheme congestion control
   * @param loadBalancer path selection
   * @param trimming {@code p4}, {@code asic} or {@code off}
   * @param constants where the scheme's constants are from, as users write it
   */
  public record RunTransport(
      String scheme, String loadBalancer, String trimming, String constants) {}

  /**
   * The congestion controls and classes of single hosts and flows.
   *
   * @param schemeOfHost congestion control of the hosts that have another, by name
   * @param schemeOfFlow congestion control of the flows that have one of their own, by number
   * @param classOfFlow traffic class of the flows that have one, by number
   */
  public record Own(
      Map<String, String> schemeOfHost,
      Map<Integer, String> schemeOfFlow,
      Map<Integer, String> classOfFlow) {
    /** Copies the maps. */
    public Own {
      schemeOfHost = Map.copyOf(schemeOfHost);
      schemeOfFlow = Map.copyOf(schemeOfFlow);
      classOfFlow = Map.copyOf(classOfFlow);
    }
  }

  /**
   * The origin of a run, for its reader.
   *
   * @param command what starts it
   * @param revision version of the harness; empty if not known
   * @param settings those that have another value than their default
   */
  public record RunOrigin(String command, String revision, List<Changed> settings) {
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
