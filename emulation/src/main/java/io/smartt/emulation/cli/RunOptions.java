package io.smartt.emulation.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which experiment to run. */
final class RunOptions {
  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = {
        "Where to run: fabric, topology and physical facts.",
        "Default: virtual (embedded P4 switches in virtual time)."
      })
  private @Nullable String profile;

  @Option(
      names = "--topology",
      paramLabel = "NAME|FILE.topo",
      description = {
        "The network, by name (leafspine,4,4,4) or from a file.",
        "Default: the profile's."
      })
  private @Nullable String topology;

  @Option(
      names = "--workload",
      paramLabel = "SPEC|FILE.cm",
      description = {
        "Who sends what to whom: incast:15x4MiB, permutation:4MiB,",
        "or a connection matrix. Default: incast:15x4MiB."
      })
  private @Nullable String workload;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      completionCandidates = Schemes.class,
      description = "Congestion control: ${COMPLETION-CANDIDATES}.")
  private @Nullable String scheme;

  @Option(
      names = "--lb",
      paramLabel = "BALANCER",
      completionCandidates = LoadBalancers.class,
      description = "How a sender spreads packets over paths: ${COMPLETION-CANDIDATES}.")
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
      completionCandidates = Constants.class,
      description =
          "Constants of SMaRTT: of the paper, or of the reference simulator's NSCC (nscc).")
  private @Nullable String constants;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of all randomness. The same seed gives the same CSVs, byte for byte.")
  private @Nullable Long seed;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Overrides one key of the profile; may be given more than once.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--capture",
      description = "Writes trace.pcapng, with an interface per switch port and host NIC.")
  private boolean capture;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run folder. Default: runs/<time>-<name>.")
  private @Nullable Path out;

  RunRequest request() {
    return new RunRequest(
        Optional.ofNullable(profile),
        Optional.ofNullable(topology),
        Optional.ofNullable(workload),
        Optional.ofNullable(scheme),
        Optional.ofNullable(loadBalancer),
        Optional.ofNullable(trimming),
        Optional.ofNullable(constants),
        seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
        new LinkedHashMap<>(settings),
        capture,
        Optional.ofNullable(out));
  }

  /** For help and shell completion; what is accepted is decided where the experiment is made. */
  abstract static class Candidates implements Iterable<String> {
    private final List<String> values;

    Candidates(String... values) {
      this.values = List.of(values);
    }

    @Override
    public java.util.Iterator<String> iterator() {
      return values.iterator();
    }
  }

  static final class Schemes extends Candidates {
    Schemes() {
      super("smartt", "swift", "mprdma", "eqds", "rocev2", "dctcp", "eqds+smartt", "eqds+mprdma");
    }
  }

  static final class LoadBalancers extends Candidates {
    LoadBalancers() {
      super("reps", "ops", "ecmp", "plb");
    }
  }

  static final class Trimmings extends Candidates {
    Trimmings() {
      super("p4", "asic", "off");
    }
  }

  static final class Constants extends Candidates {
    Constants() {
      super("paper", "nscc");
    }
  }
}
