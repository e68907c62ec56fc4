package io.smartt.emulation.workload;

import io.smartt.emulation.input.NearNames;
import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The workloads that have a name: {@code incast:15x4MiB}, {@code permutation:4MiB} and others. */
public final class Workloads {
  private static final Map<String, Kind> KINDS = kinds();

  private Workloads() {}

  /** The form and meaning of every name, for help and errors. */
  public static Map<String, String> forms() {
    Map<String, String> forms = new LinkedHashMap<>();
    KINDS.forEach((name, kind) -> forms.put(kind.form(name), kind.meaning));
    return forms;
  }

  /**
   * The workload of a name; an error that lists the accepted ones if there is none.
   *
   * @param spec the name and, after a colon, its numbers
   * @param hosts of the network
   * @param random from the experiment's seed, for those that draw
   */
  public static Workload named(String spec, int hosts, RandomGenerator random) {
    int colon = spec.indexOf(':');
    String name = colon < 0 ? spec.strip() : spec.substring(0, colon).strip();
    Kind kind = KINDS.get(name);
    if (kind == null) {
      throw new UserInputException("unknown workload '" + spec + "', " + hint(name));
    }
    if (colon < 0) {
      throw new UserInputException(spec + ": write " + kind.form(name));
    }
    if (hosts < 2) {
      throw new UserInputException(spec + ": needs two hosts, the topology has " + hosts);
    }
    String rest = spec.substring(colon + 1).strip();
    int times = rest.indexOf('x');
    if (kind.counted != times >= 0) {
      throw new UserInputException(spec + ": write " + kind.form(name));
    }
    try {
      long bytes = Quantities.bytes(rest.substring(times + 1));
      int count = kind.counted ? count(rest.substring(0, times), kind, hosts) : 0;
      if (bytes == 0) {
        throw new UserInputException("size is 0, must be at least 1");
      }
      return kind.generator.generate(spec, new Request(hosts, count, bytes, random));
    } catch (UserInputException e) {
      throw e.at(spec);
    }
  }

  private static int count(String text, Kind kind, int hosts) {
    int count;
    try {
      count = Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new UserInputException("'" + text + "' is not a whole number", e);
    }
    if (count < 1 || count > hosts - 1) {
      throw new UserInputException(
          kind.what + " is " + count + ", with " + hosts + " hosts it must be 1 to " + (hosts - 1));
    }
    return count;
  }

  private static String hint(String name) {
    List<String> near = NearNames.of(name, KINDS.keySet());
    String forms =
        KINDS.entrySet().stream()
            .filter(kind -> near.isEmpty() || kind.getKey().equals(near.getFirst()))
            .map(kind -> kind.getValue().form(kind.getKey()))
            .collect(Collectors.joining("  "));
    return near.isEmpty()
        ? "accepted: " + forms + "  or a .cm file"
        : "did you mean " + forms + "?";
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put(
        "incast",
        new Kind(true, "senders", "N hosts send to the first host, all at once", Patterns::incast));
    kinds.put(
        "outcast",
        new Kind(
            true, "receivers", "the first host sends to N hosts, all at once", Patterns::outcast));
    kinds.put(
        "permutation",
        new Kind(
            false,
            "",
            "every host sends to one other and receives from one other, drawn from the seed",
            Patterns::permutation));
    kinds.put(
        "core-permutation",
        new Kind(
            false,
            "",
            "every host sends to the one half of the network away, across the core",
            Patterns::corePermutation));
    kinds.put(
        "alltoall",
        new Kind(
            true,
            "window",
            "every host sends to every other, N at a time, in an order drawn from the seed",
            Collectives::allToAll));
    kinds.put(
        "ring",
        new Kind(
            false,
            "",
            "every host sends to its first neighbour, then to its second, and so on",
            Collectives::ring));
    kinds.put(
        "allreduce-ring",
        new Kind(
            false,
            "",
            "ring all-reduce of a vector of that size: 2(N-1) steps of size/N",
            Collectives::ringAllReduce));
    kinds.put(
        "allreduce-butterfly",
        new Kind(
            false,
            "",
            "butterfly all-reduce (recursive doubling): log2 N exchanges of the whole vector",
            Collectives::butterflyAllReduce));
    return kinds;
  }

  /** What a generator needs to know. */
  record Request(int hosts, int count, long bytes, RandomGenerator random) {}

  @FunctionalInterface
  private interface Generator {
    Workload generate(String name, Request request);
  }

  private record Kind(boolean counted, String what, String meaning, Generator generator) {
    String form(String name) {
      return name + (counted ? ":NxSIZE" : ":SIZE");
    }
  }
}
