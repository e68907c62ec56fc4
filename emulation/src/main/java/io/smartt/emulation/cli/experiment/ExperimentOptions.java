package io.smartt.emulation.cli.experiment;

import module java.base;

import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.Choice;
import io.smartt.experiment.settings.Constants;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name the parts of an experiment, each a setting with an option of its own. */
public final class ExperimentOptions {
  @Mixin private TopologyOption topology = new TopologyOption();

  @Option(
      names = "--workload",
      completionCandidates = OptionCandidates.WorkloadNames.class,
      paramLabel = "SPEC|FILE",
      description = {
        "Who sends what to whom: incast:15x4MiB, permutation:4MiB,",
        "a connection matrix (.cm) or a schedule (.goal). Default: the",
        "profile's, else incast:4MiB (all others send 4 MiB to the first)."
      })
  private @Nullable String workload;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME|FILE",
      completionCandidates = Schemes.class,
      description = {
        "Congestion control: ${COMPLETION-CANDIDATES};",
        "or a FILE.java of your own, which 'smartt scheme new' begins."
      })
  private @Nullable String scheme;

  @Option(
      names = "--lb",
      paramLabel = "BALANCER|FILE",
      completionCandidates = LoadBalancers.class,
      description = {
        "How a sender spreads packets over paths: ${COMPLETION-CANDIDATES};",
        "or a FILE.java of your own, which 'smartt scheme new --balancer' begins."
      })
  private @Nullable String loadBalancer;

  @Option(
      names = "--trimming",
      paramLabel = "WHO",
      completionCandidates = Trimmings.class,
      description = {
        "What cuts a packet that does not fit: the P4 program (p4),",
        "the traffic manager (asic), or nothing, so that it is dropped (off)."
      })
  private @Nullable String trimming;

  @Option(
      names = "--constants",
      paramLabel = "WHOSE",
      completionCandidates = ConstantsOf.class,
      description =
          "Constants of SMaRTT: of the paper; or NSCC in its place, of the Ultra Ethernet reference"
              + " simulator (nscc) or specification (ue).")
  private @Nullable String constants;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all randomness. The same seed gives the same CSVs, byte for byte.")
  private @Nullable String seed;

  /** Returns the workload, if one was given. */
  Optional<String> workload() {
    return Optional.ofNullable(workload);
  }

  /** Returns what was given, by the settings' keys. */
  Map<String, String> given() {
    Map<String, String> given = new HashMap<>(topology.setting());
    put(given, SettingKeys.WORKLOAD, workload);
    put(given, SettingKeys.SCHEME, scheme);
    put(given, SettingKeys.LOAD_BALANCER, loadBalancer);
    put(given, SettingKeys.TRIMMING, trimming);
    put(given, SettingKeys.CONSTANTS, constants);
    put(given, SettingKeys.SEED, seed);
    return given;
  }

  /** Returns the same as assignments, as {@code --set} takes them. */
  public List<String> assignments() {
    return given().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .toList();
  }

  private static void put(Map<String, String> given, SettingKey<?> key, @Nullable String value) {
    if (value != null) {
      given.put(key.name(), value);
    }
  }

  public static final class Schemes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return AlgorithmRole.SCHEME.names(io.smartt.host.scheme.Schemes.BUILT_IN).iterator();
    }
  }

  static final class LoadBalancers implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return AlgorithmRole.LOAD_BALANCER.names(io.smartt.host.scheme.Schemes.BUILT_IN).iterator();
    }
  }

  static final class Trimmings implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Choice.spellings(Trimming.class).iterator();
    }
  }

  static final class ConstantsOf implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Choice.spellings(Constants.class).iterator();
    }
  }
}
