package io.smartt.workload;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.WorkloadName.Form;
import io.smartt.workload.schedule.Schedule.Collective;
import io.smartt.workload.schedule.Schedule.CollectiveKind;

/** The workloads that have a name: {@code incast:15x4MiB}, {@code permutation:4MiB} and others. */
public final class Workloads {
  /**
   * Message sizes that publications measured or were evaluated with, by name. Each is a file of
   * sizes as users write them; the source is in its first lines.
   */
  private static final List<String> SIZES = List.of("web-search", "hadoop", "storage");

  private static final String POISSON = "poisson";

  /** The generator of kinds that {@link #drawn} makes. */
  private static final Generator NEEDS_FILE =
      (name, _) -> {
        throw new IllegalStateException(name);
      };

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
    Kind kind = kind(spec);
    WorkloadName name = name(spec, kind);
    try {
      if (hosts < 2) {
        throw new UserInputException("needs two hosts, the topology has " + hosts);
      }
      if (kind.form == Form.ARRIVALS) {
        throw new UserInputException("its file of sizes has not been read");
      }
      int count = name.countAmong(hosts);
      if (kind.form != Form.SIZE && (count < 1 || count > hosts - 1)) {
        throw new UserInputException(
            "%s is %s, with %s hosts it must be 1 to %s"
                .formatted(kind.what, count, hosts, hosts - 1));
      }
      return kind.generator.generate(
          spec, new Request(hosts, count, name.bytes(), name.gapPs(), random));
    } catch (UserInputException e) {
      throw e.at(spec);
    }
  }

  /**
   * The file of message sizes that a name mentions, if it is of a kind that has one: a path, or a
   * name of {@link #sizeNames}.
   */
  public static Optional<String> sizesFile(String spec) {
    return spec.startsWith(POISSON + ":") ? name(spec, kind(spec)).file() : Optional.empty();
  }

  /** Returns the name with its file of message sizes at another path. */
  public static String withSizesFile(String spec, String path) {
    return sizesFile(spec)
        .map(file -> spec.substring(0, spec.length() - file.length()) + path)
        .orElse(spec);
  }

  /**
   * The workload of a name that mentions a file of message sizes.
   *
   * @param spec the name, one that has a {@link #sizesFile}
   * @param sizes text of that file
   * @param hosts of the network
   * @param hostBps rate of a host's link
   * @param random from the experiment's seed
   */
  public static Workload drawn(
      String spec, String sizes, int hosts, long hostBps, RandomGenerator random) {
    WorkloadName name = name(spec, kind(spec));
    String file = name.file().orElseThrow();
    if (hosts < 2) {
      throw new UserInputException(spec + ": needs two hosts, the topology has " + hosts);
    }
    if (name.count() < 1) {
      throw new UserInputException(spec + ": messages is " + name.count() + ", must be at least 1");
    }
    SizeDistribution distribution = SizeDistribution.parse(file, sizes);
    return new PoissonArrivals(name.load(), name.count(), distribution, hostBps)
        .generate(spec, hosts, random);
  }

  /**
   * The collective operation that a workload of a name is as a whole; empty if it is none. Sizes
   * are those that nccl-tests counts: of an all-to-all, what a host sends, its own part included.
   */
  public static Optional<Collective> collective(Workload workload) {
    Kind kind = KINDS.get(workload.name().split(":", 2)[0].strip());
    if (kind == null || kind.collective.isEmpty() || !workload.jobs().isEmpty()) {
      return Optional.empty();
    }
    WorkloadName name = name(workload.name(), kind);
    CollectiveKind what = kind.collective.get();
    List<Integer> hosts = IntStream.range(0, workload.hosts()).boxed().toList();
    long bytes = what == CollectiveKind.ALL_TO_ALL ? name.bytes() * hosts.size() : name.bytes();
    return Optional.of(new Collective(workload.name(), what, kind.algorithm, bytes, hosts));
  }

  private static Kind kind(String spec) {
    String name = spec.split(":", 2)[0].strip();
    Kind kind = KINDS.get(name);
    if (kind == null) {
      throw new UserInputException("unknown workload '" + spec + "', " + hint(name));
    }
    return kind;
  }

  private static WorkloadName name(String spec, Kind kind) {
    int colon = spec.indexOf(':');
    return UserInputException.at(
        spec,
        () ->
            (colon < 0
                    ? Optional.<WorkloadName>empty()
                    : WorkloadName.read(kind.form, spec.substring(colon + 1).strip()))
                .orElseThrow(() ->
                    new UserInputException(
                        "write "
                            + kind.form(
                                spec.substring(0, colon < 0 ? spec.length() : colon).strip()))));
  }

  private static String hint(String name) {
    Map<String, String> forms = new LinkedHashMap<>();
    KINDS.forEach((key, kind) -> forms.put(key, kind.form(key)));
    return NearNames.hint(name, forms, ".cm, .goal, .et or ns-3 file (.txt)");
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put(
        "incast",
        new Kind(
            Form.ALL_OR_COUNTED,
            "senders",
            "N hosts, or all others, send to the first, all at once",
            Patterns::incast));
    kinds.put(
        "staggered-incast",
        new Kind(
            Form.SPACED,
            "senders",
            "N hosts send to the first, each beginning TIME after the one before",
            Patterns::incast));
    kinds.put(
        "outcast",
        counted("receivers", "the first host sends to N hosts, all at once", Patterns::outcast));
    kinds.put(
        "outcast-incast",
        counted(
            "receivers",
            "the first host sends to N hosts, and the first of these receives from N more",
            Patterns::outcastIncast));
    kinds.put(
        "permutation",
        sized(
            "every host sends to one other and receives from one other, drawn from the seed",
            Patterns::permutation));
    kinds.put(
        "core-permutation",
        sized(
            "every host sends to the one half of the network away, across the core",
            Patterns::corePermutation));
    kinds.put(
        "uneven-permutation",
        counted(
            "longer flows",
            "core-permutation in which the first N hosts send twice as much",
            Patterns::unevenPermutation));
    kinds.put(
        "alltoall",
        counted(
                "window",
                "every host sends to every other, N at a time, in an order drawn from the seed",
                Collectives::allToAll)
            .collective(CollectiveKind.ALL_TO_ALL, "random order"));
    kinds.put(
        "ring",
        sized(
                "every host sends to its first neighbour, then to its second, and so on",
                Collectives::ring)
            .collective(CollectiveKind.ALL_TO_ALL, "ring"));
    kinds.put(
        "allreduce-ring",
        sized(
                "ring all-reduce of a vector of that size: 2(N-1) steps of size/N",
                Collectives::ringAllReduce)
            .collective(CollectiveKind.ALL_REDUCE, "ring"));
    kinds.put(
        "allreduce-butterfly",
        sized(
                "butterfly all-reduce (recursive doubling): log2 N exchanges of the whole vector",
                Collectives::butterflyAllReduce)
            .collective(CollectiveKind.ALL_REDUCE, "butterfly"));
    kinds.put(
        POISSON,
        new Kind(
            Form.ARRIVALS,
            "messages",
            "N messages begin at random between random hosts at that load of their links; SIZES is "
                + String.join(", ", sizeNames())
                + " or a file",
            NEEDS_FILE));
    return kinds;
  }

  private static Kind sized(String meaning, Generator generator) {
    return new Kind(Form.SIZE, "", meaning, generator);
  }

  private static Kind counted(String what, String meaning, Generator generator) {
    return new Kind(Form.COUNTED, what, meaning, generator);
  }

  /** Parameters of a generator. */
  record Request(int hosts, int count, long bytes, long gapPs, RandomGenerator random) {}

  @FunctionalInterface
  private interface Generator {
    Workload generate(String name, Request request);
  }

  private record Kind(
      Form form,
      String what,
      String meaning,
      Generator generator,
      Optional<CollectiveKind> collective,
      String algorithm) {
    Kind(Form form, String what, String meaning, Generator generator) {
      this(form, what, meaning, generator, Optional.empty(), "");
    }

    Kind collective(CollectiveKind of, String by) {
      return new Kind(form, what, meaning, generator, Optional.of(of), by);
    }

    String form(String name) {
      return name + ":" + form;
    }
  }

  /** Names of the sizes, in the order in which users see them. */
  public static List<String> sizeNames() {
    return SIZES;
  }

  /** The text of a file of sizes; empty if there is none of that name. */
  public static Optional<String> sizesNamed(String name) {
    return SIZES.contains(name)
        ? Optional.of(PackedText.read(Workloads.class, name + ".sizes"))
        : Optional.empty();
  }

  /**
   * An open workload: messages begin in the whole network as a Poisson process, each between two
   * hosts drawn alike, with a size from a distribution. At load 1 the mean payload that begins in a
   * second is what all host links together carry in it.
   *
   * @param load of the host links, above 0
   * @param messages how many
   * @param sizes of messages
   * @param hostBps rate of a host's link
   */
  record PoissonArrivals(double load, int messages, SizeDistribution sizes, long hostBps) {

    /** Mean time between two messages of a network of so many hosts, picoseconds. */
    double meanGapPs(int hosts) {
      return 8 * sizes.meanBytes() * 1e12 / (load * hosts * hostBps);
    }

    Workload generate(String name, int hosts, RandomGenerator random) {
      double gapPs = meanGapPs(hosts);
      double nowPs = 0;
      List<Flow> flows = new ArrayList<>();
      while (flows.size() < messages) {
        nowPs -= Math.log(1 - random.nextDouble()) * gapPs;
        int src = random.nextInt(hosts);
        int other = random.nextInt(hosts - 1);
        int dst = other < src ? other : other + 1;
        flows.add(Flow.at(flows.size() + 1, src, dst, sizes.draw(random), Math.round(nowPs)));
      }
      return new Workload(name, hosts, flows);
    }
  }
}
