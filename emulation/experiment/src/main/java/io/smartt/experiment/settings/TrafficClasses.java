package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.settings.FabricSettings.SettingFamily;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import io.smartt.softswitch.QueueConfig;

/**
 * Classes of data packets with a queue of their own at each switch port, settings {@code
 * class.NAME.dscp} and others. Classes with a weight share by it what strict ones leave, those
 * without a class with them; strict ones go before, the higher code point first. Control goes
 * before all.
 *
 * @param weight of data without a class; {@link QueueConfig#STRICT} where there are no classes
 * @param classes by queue, from queue 1 on; data without a class has queue 0
 */
public record TrafficClasses(int weight, List<TrafficClasses.TrafficClass> classes) {
  /** The keys. */
  public static final SettingFamily FAMILY =
      new SettingFamily(
          "class",
          "Classes of data packets with a queue of their own at each switch port; 'data' is what"
              + " has no class.",
          List.of(
              SettingKey.whole(
                  "dscp", 0, 63, 0, "DSCP of its data packets, which says their queue; 0: none."),
              SettingKey.text(
                  "weight",
                  "1",
                  "Its share of what strict classes leave of a port (DWRR), 1 to 100, or strict.",
                  TrafficClasses::weight),
              SettingKey.text(
                  "size",
                  SettingKey.NONE,
                  "Capacity of its queue, as queue.size, which it has otherwise.",
                  TrafficClasses::size),
              SettingKey.text(
                  "alpha",
                  SettingKey.NONE,
                  "Its queue's buffer.alpha, which it has otherwise.",
                  TrafficClasses::alpha),
              SettingKey.text(
                  "flows",
                  SettingKey.NONE,
                  "Groups of flows with commas between: h1..h8, to-h1, size-0..64KiB, job-NAME,"
                      + " with / between those that hold together; scheme: the packets that a"
                      + " congestion control puts there.",
                  TrafficClasses::groups)),
          Map.of());

  /** The beginning of the keys. */
  public static final String PREFIX = FAMILY.name() + ".";

  /** The name of the data that has no class. */
  public static final String DATA = "data";

  private static final TrafficClasses NONE = new TrafficClasses(QueueConfig.STRICT, List.of());
  private static final String STRICT = "strict";
  private static final String OF_SCHEME = "scheme";

  /**
   * A class of data.
   *
   * @param size of its queue, where it is not that of data without a class
   * @param alpha of its queue's dynamic threshold, where it is not {@code buffer.alpha}
   * @param flows groups, as {@code scheme.} has them
   */
  public record TrafficClass(
      String name,
      int dscp,
      int weight,
      Optional<QueueSize> size,
      Optional<Double> alpha,
      List<String> flows) {
    /** The name of a key of it. */
    public String key(String attribute) {
      return PREFIX + name + "." + attribute;
    }

    /** Returns whether a congestion control says packet by packet what belongs to it. */
    public boolean isOfScheme() {
      return flows.contains(OF_SCHEME);
    }
  }

  /** Copies the list. */
  public TrafficClasses {
    classes = List.copyOf(classes);
  }

  /**
   * Reads those of an experiment.
   *
   * @throws UserInputException for a class without packets or flows, and settings of no class
   */
  public static TrafficClasses of(Settings settings) {
    SortedMap<String, String> texts = settings.below(PREFIX);
    if (texts.isEmpty()) {
      return NONE;
    }
    List<TrafficClass> classes =
        texts.keySet().stream()
            .map(key -> key.split("\\.", -1)[1])
            .distinct()
            .map(name -> read(settings, name))
            .toList();
    TrafficClass data =
        classes.stream()
            .filter(one -> one.name().equals(DATA))
            .findFirst()
            .orElseGet(() -> read(settings, DATA));
    requireDefault(data);
    List<TrafficClass> own =
        classes.stream()
            .filter(one -> !one.name().equals(DATA))
            .sorted(
                Comparator.comparingInt(
                        (TrafficClass one) -> one.weight() == QueueConfig.STRICT ? 1 : 0)
                    .thenComparingInt(TrafficClass::dscp))
            .toList();
    own.forEach(TrafficClasses::requireWhole);
    if (own.isEmpty()) {
      throw new UserInputException(
          data.key("weight") + ": there is no other class to share with; add class.NAME.dscp");
    }
    requireApart(own);
    requireUsed(own, settings);
    return new TrafficClasses(data.weight(), own);
  }

  /** Refuses what {@link DscpPlan} would, by the user's names. */
  private static void requireApart(List<TrafficClass> classes) {
    if (classes.size() > DscpPlan.MOST_CLASSES) {
      throw new UserInputException(
          "%d classes: a port has eight queues, which leaves %d besides control and 'data'"
              .formatted(classes.size(), DscpPlan.MOST_CLASSES));
    }
    DscpPlan own = DscpPlan.LAST_HOP_APART;
    Set<Integer> taken = new HashSet<>(List.of(own.data(), own.control()));
    taken.addAll(List.of(own.trimmed(), own.trimmedLastHop()));
    for (TrafficClass one : classes) {
      if (!taken.add(one.dscp())) {
        throw new UserInputException(
            "%s is %d, which is taken; %d, %d, %d and %d are those of data, control and trimmed packets"
                .formatted(
                    one.key("dscp"),
                    one.dscp(),
                    own.data(),
                    own.control(),
                    own.trimmed(),
                    own.trimmedLastHop()));
      }
    }
  }

  /** Refuses a class for packets of a congestion control that puts none there. */
  private static void requireUsed(List<TrafficClass> classes, Settings settings) {
    for (TrafficClass one : classes) {
      String key = one.key("flows");
      if (one.isOfScheme()
          && (one.flows().size() > 1 || !ImpliedSettings.of(settings).containsKey(key))) {
        throw new UserInputException(
            "%s is '%s'; scheme stands alone, and for a class that a scheme has for itself, which scheme %s has not; name flows, such as h1..h8"
                .formatted(key, String.join(",", one.flows()), settings.scheme()));
      }
    }
  }

  /**
   * Returns the code point of a class.
   *
   * @throws UserInputException if there is none of this name
   */
  int dscp(String name) {
    return classes.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new UserInputException(
                "a scheme sends packets in the class '%s', which is not there; set %s%s.dscp"
                    .formatted(name, PREFIX, name)))
        .dscp();
  }

  private static TrafficClass read(Settings settings, String name) {
    Map<String, Object> values = new HashMap<>();
    for (SettingKey<?> attribute : FAMILY.attributes()) {
      SettingKey<?> key = settings.catalog().named(PREFIX + name + "." + attribute.name());
      values.put(attribute.name(), settings.get(key));
    }
    List<String> flows =
        ((List<?>) values.getOrDefault("flows", List.of())).stream().map(String::valueOf).toList();
    return new TrafficClass(
        name,
        ((Number) values.getOrDefault("dscp", 0)).intValue(),
        ((Number) values.getOrDefault("weight", 1)).intValue(),
        ((Optional<?>) values.getOrDefault("size", Optional.empty())).map(QueueSize.class::cast),
        ((Optional<?>) values.getOrDefault("alpha", Optional.empty())).map(Double.class::cast),
        flows);
  }

  private static void requireDefault(TrafficClass data) {
    if (data.dscp() != 0
        || !data.flows().isEmpty()
        || data.size().isPresent()
        || data.alpha().isPresent()
        || data.weight() == QueueConfig.STRICT) {
      throw new UserInputException(
          PREFIX + DATA + " is what has no class: it takes a weight of 1 to 100 and nothing else");
    }
  }

  private static void requireWhole(TrafficClass one) {
    if (one.dscp() == 0) {
      throw new UserInputException(
          one.key("dscp")
              + " is missing: give a DSCP of 1 to 63, by which switches know the class");
    }
    if (one.flows().isEmpty()) {
      throw new UserInputException(
          one.key("flows") + " is missing: say whose flows they are, such as h1..h8");
    }
  }

  /** Every key of these that is set. */
  public static Set<String> keys(Settings settings) {
    return settings.below(PREFIX).keySet();
  }

  /** Returns the code points by queue, from queue 1 on. */
  public List<Integer> dscps() {
    return classes.stream().map(TrafficClass::dscp).toList();
  }

  /** Returns the weights of the data queues, lowest queue first. */
  public List<Integer> weights() {
    return Stream.concat(Stream.of(weight), classes.stream().map(TrafficClass::weight)).toList();
  }

  /** Returns the sizes of the data queues that have one of their own, lowest queue first. */
  public List<Optional<QueueSize>> sizes() {
    return Stream.concat(
            Stream.of(Optional.<QueueSize>empty()), classes.stream().map(TrafficClass::size))
        .toList();
  }

  /** The name of the key that a data queue has something from: its class's, or that of all. */
  public String key(
      int queue, String attribute, Function<TrafficClass, Optional<?>> own, SettingKey<?> ofAll) {
    return queue > 0 && own.apply(classes.get(queue - 1)).isPresent()
        ? classes.get(queue - 1).key(attribute)
        : ofAll.name();
  }

  /** Returns the dynamic thresholds of the data queues, lowest queue first. */
  public List<Double> alphas(double ofData) {
    return Stream.concat(Stream.of(ofData), classes.stream().map(one -> one.alpha().orElse(ofData)))
        .toList();
  }

  private static Optional<Double> alpha(String text) {
    return text.equals(SettingKey.NONE)
        ? Optional.empty()
        : Optional.of(SettingKeys.BUFFER_ALPHA.reader().apply(text));
  }

  private static Optional<QueueSize> size(String text) {
    return text.equals(SettingKey.NONE) ? Optional.empty() : Optional.of(QueueSize.parse(text));
  }

  private static int weight(String text) {
    if (text.equals(STRICT)) {
      return QueueConfig.STRICT;
    }
    return (int)
        Quantities.whole(text, 1, QueueConfig.MAX_WEIGHT)
            .orElseThrow(
                () -> new UserInputException("'" + text + "' is no weight: 1 to 100, or strict"));
  }

  private static List<String> groups(String text) {
    return text.equals(SettingKey.NONE)
        ? List.of()
        : Stream.of(text.split(",", -1)).map(String::strip).toList();
  }
}
