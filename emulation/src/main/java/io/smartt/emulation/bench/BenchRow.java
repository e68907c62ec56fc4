package io.smartt.emulation.bench;

import module java.base;

/**
 * Work to be timed.
 *
 * @param name that the user chooses it by
 * @param what for people
 * @param hosts of a fat tree of three tiers at 800 Gbps; 0 for the default network
 * @param workload as {@code smartt run} takes it; empty for the default one
 * @param options further ones
 * @param baseline what it is compared with
 */
public record BenchRow(
    String name,
    String what,
    int hosts,
    Optional<String> workload,
    List<String> options,
    Baseline baseline) {
  private static final String PROFILE = "htsim-800g";

  /** The comparison that a row is made with. */
  public enum Baseline {
    /** Nothing. */
    NONE,
    /** Simulators of others, on the same connection matrix. */
    PEERS,
    /** This program without the row's further options. */
    WITHOUT_OPTIONS
  }

  /** Copies the list. */
  public BenchRow {
    options = List.copyOf(options);
  }

  /** Returns every row, the quickest first. */
  public static List<BenchRow> all() {
    return List.of(
        new BenchRow(
            "default", "'smartt run' by itself", 0, Optional.empty(), List.of(), Baseline.NONE),
        fatTree("capture", "16 hosts, --capture", 16, "core-permutation:2MiB", "--capture"),
        fatTree("start-1024", "1,024 hosts, one message of 4 KiB", 1024, "incast:1x4KiB"),
        fatTree("hosts-128", "128 hosts x 32 MiB", 128, "core-permutation:32MiB"),
        fatTree("incast-1024", "1,023:1 x 100 KB on 1,024 hosts", 1024, "incast:1023x100KB"),
        fatTree("hosts-1024", "1,024 hosts x 32 MiB", 1024, "core-permutation:32MiB"),
        fatTree("hosts-8192", "8,192 hosts x 8 MiB", 8192, "core-permutation:8MiB"));
  }

  private static BenchRow fatTree(
      String name, String what, int hosts, String workload, String... options) {
    Baseline baseline =
        switch (name) {
          case "capture" -> Baseline.WITHOUT_OPTIONS;
          // It would take hours with so many hosts, and next to nothing says nothing of it.
          case "hosts-8192", "start-1024" -> Baseline.NONE;
          default -> Baseline.PEERS;
        };
    return new BenchRow(name, what, hosts, Optional.of(workload), List.of(options), baseline);
  }

  /** The arguments of {@code smartt run} without the further options. */
  List<String> plain() {
    List<String> arguments = new ArrayList<>();
    arguments.add("run");
    workload.ifPresent(spec ->
        arguments.addAll(
            List.of(
                "--profile=" + PROFILE,
                "--topology=fattree,hosts=" + hosts,
                "--workload=" + spec,
                "--constants=nscc")));
    return arguments;
  }

  /** The arguments of {@code smartt run}. */
  public List<String> arguments() {
    List<String> arguments = plain();
    arguments.addAll(options);
    return arguments;
  }

  /** The arguments that write the workload's connection matrix. */
  List<String> matrixArguments(String matrix) {
    return List.of(
        "workload",
        workload.orElseThrow(),
        "--profile=" + PROFILE,
        "--topology=fattree,hosts=" + hosts,
        "--out=" + matrix);
  }
}
