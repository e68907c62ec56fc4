package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.settings.FailureKind;
import io.smartt.experiment.settings.LinkSelector.LinkRate;
import io.smartt.experiment.settings.OwnAlgorithm;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsSection;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.experiment.settings.TrafficClasses.TrafficClass;
import io.smartt.host.scheme.Schemes;

/**
 * The abilities of a fabric in a use: all features but those it lacks, and the settings that it
 * acts on. Immutable.
 *
 * @param lacking the end of the refusal of each feature that is missing, such as {@code ": cables
 *     are what they are"}
 * @param acting names of keys; {@code hosts.} with a dot at its end stands for all keys that begin
 *     so
 */
public record Abilities(Map<Feature, String> lacking, Set<String> acting) {
  /** Made once: it looks at all components of all records of settings, and checks ask often. */
  private static final Abilities OF_EXPERIMENT =
      new Abilities(Map.of(), Set.of())
          .and(
              Stream.concat(
                      SettingKeys.single().stream(),
                      SettingKeys.ofSections(Schemes.BUILT_IN).stream())
                  .toList())
          .and(Set.of(SchemesOfHosts.PREFIX, TrafficClasses.PREFIX))
          // What only some fabrics act on, in each its own way.
          .butNot(SettingKeys.HOST_PHASES, SettingKeys.SWITCH_KIND)
          .butNot(SettingKeys.MARKS_AT, SettingKeys.MARKS_BY)
          .butNot(SettingKeys.skips());

  /** Copies; the features are in their order. */
  public Abilities {
    EnumMap<Feature, String> ordered = new EnumMap<>(Feature.class);
    ordered.putAll(lacking);
    lacking = ordered;
    acting = Set.copyOf(acting);
  }

  /**
   * Returns those of a fabric that lacks nothing: the keys that the experiment, its hosts, the
   * budget of its ports and all features act on.
   */
  public static Abilities all(Settings settings) {
    List<OwnAlgorithm> own = settings.catalog().own().all();
    return own.isEmpty()
        ? OF_EXPERIMENT
        : OF_EXPERIMENT.and(
            own.stream()
                .flatMap(algorithm -> algorithm.settings().stream())
                .flatMap(group -> new SettingsSection<>(group).names().stream())
                .toList());
  }

  /** Returns these without a feature and its keys. */
  public Abilities without(Feature feature, String refusal) {
    Map<Feature, String> more = new EnumMap<>(Feature.class);
    more.putAll(lacking);
    more.put(feature, refusal);
    return new Abilities(more, acting).butNot(feature);
  }

  /** Returns these without what switches of a kind lack. */
  public Abilities of(SwitchKind kind) {
    if (kind.own()) {
      return this;
    }
    String links = ": BMv2 switches neither lose packets at random nor take links down";
    return without(
            Feature.ASIC_TRIMMING, "switch bmv2 trims in its program only: trimming p4 or off")
        .withoutByteQueues()
        .without(Feature.SHARED_BUFFER, ": BMv2's queues share no memory")
        .without(
            Feature.CLASSES,
            ": BMv2 serves queues in strict priority only, without weights; switch embedded has"
                + " both")
        .without(Feature.LINK_LOSS, links)
        .without(Feature.LINK_FAILURES, links);
  }

  /** Returns these without what BMv2's queues lack. */
  public Abilities withoutByteQueues() {
    return without(
        Feature.BYTE_QUEUES,
        ": BMv2 has depths in packets only, and no deq_ns; use one without these, such as program="
            + SwitchKind.PROGRAM_OF_PACKET_QUEUES);
  }

  /** Returns these with a few more keys. */
  public Abilities and(SettingKey<?>... more) {
    return and(Stream.of(more).map(SettingKey::name).toList());
  }

  /** Returns these with more keys. */
  public Abilities and(Collection<String> more) {
    Set<String> all = new HashSet<>(acting);
    all.addAll(more);
    return new Abilities(lacking, all);
  }

  /** Returns these without a few keys. */
  public Abilities butNot(SettingKey<?>... fewer) {
    return butNot(Stream.of(fewer).map(SettingKey::name).toList());
  }

  /** Returns these without the keys of a feature, whose absence is no reason to refuse. */
  public Abilities butNot(Feature feature) {
    return butNot(feature.keys().<String>map(SettingKey::name).toList());
  }

  /** Returns these without some keys. */
  public Abilities butNot(Collection<String> fewer) {
    Set<String> rest = new HashSet<>(acting);
    rest.removeAll(fewer);
    return new Abilities(lacking, rest);
  }

  /** Returns these with a few keys and no other. */
  public Abilities only(SettingKey<?>... keys) {
    return new Abilities(lacking, Set.of()).and(keys);
  }

  /** Returns whether a key is acted on. */
  public boolean actOn(String key) {
    return acting.contains(key) || acting.contains(key.substring(0, key.indexOf('.') + 1));
  }

  /**
   * Refuses an experiment that needs a feature which is missing.
   *
   * @throws UserInputException naming what the user wrote
   */
  public void require(ExperimentSpec spec) {
    lacking.forEach((feature, refusal) -> {
      if (feature.isWantedBy(spec)) {
        throw new UserInputException(feature.beginning(spec) + refusal);
      }
    });
  }

  /** A part of experiments that some fabrics lack. */
  public enum Feature {
    /** Switches that pause their peers rather than drop data. */
    PFC,

    /** Packets that links lose at random. */
    LINK_LOSS,

    /** Links and switches that fail while traffic runs, listed or drawn from the seed. */
    LINK_FAILURES,

    /** Links of hosts that get another rate while traffic runs. */
    HOST_LINK_RATES,

    /** Links that are slower in one direction than in the other. */
    ONE_WAY_RATES,

    /** Trimming by the traffic manager instead of the P4 program. */
    ASIC_TRIMMING,

    /** Queues whose bytes the P4 program counts, and times that it asks the embedded switch for. */
    BYTE_QUEUES,

    /** Frames that occupy a link for longer than their own bytes. */
    FRAME_OVERHEAD,

    /** Hosts that take time between the wire and their transport. */
    HOST_DELAY,

    /** Memory that the queues of a switch share. */
    SHARED_BUFFER,

    /** Classes of data packets with queues of their own. */
    CLASSES,

    /** Packets, which a capture could have. */
    CAPTURE,

    /** Changes of switches that are there before and after a run. */
    APPLY;

    /** Settings by which links fail. */
    private static final List<SettingKey<?>> FAILING =
        List.of(
            SettingKeys.LINK_FAILURES,
            SettingKeys.FAILURES_LINKS,
            SettingKeys.FAILURES_SWITCHES,
            SettingKeys.FAILURES_HOSTS);

    /** Returns the settings that say how it is used; a fabric without it does not act on them. */
    Stream<SettingKey<?>> keys() {
      return switch (this) {
        // To turn it off acts everywhere.
        case PFC ->
            SettingKeys.PFC.keys().stream().filter(key -> !key.name().equals(SettingKeys.PFC_USE));
        case LINK_LOSS -> Stream.of(SettingKeys.LINK_LOSS);
        case FRAME_OVERHEAD -> Stream.of(SettingKeys.PACKET_OVERHEAD);
        case HOST_DELAY -> Stream.of(SettingKeys.HOST_DELAY);
        case SHARED_BUFFER ->
            Stream.of(
                SettingKeys.BUFFER_SIZE, SettingKeys.BUFFER_ALPHA, SettingKeys.BUFFER_RESERVED);
        case LINK_FAILURES ->
            Stream.concat(
                FAILING.stream(),
                Stream.<SettingKey<?>>of(SettingKeys.FAILURES_KIND, SettingKeys.FAILURES_AT));
        case HOST_LINK_RATES, ONE_WAY_RATES, ASIC_TRIMMING, BYTE_QUEUES, CLASSES, CAPTURE, APPLY ->
            Stream.of();
      };
    }

    /** Returns whether an experiment needs it. */
    boolean isWantedBy(ExperimentSpec spec) {
      return switch (this) {
        case PFC -> spec.lossless();
        case LINK_LOSS -> isChanged(spec, SettingKeys.LINK_LOSS);
        case LINK_FAILURES -> failing(spec).isPresent();
        case HOST_LINK_RATES -> changesHostRates(spec);
        case ONE_WAY_RATES ->
            spec.settings().get(SettingKeys.LINK_RATES).stream().anyMatch(LinkRate::oneWay)
                || isChanged(spec, SettingKeys.LINK_FAILED);
        case ASIC_TRIMMING -> spec.trimming() == Trimming.ASIC;
        case BYTE_QUEUES -> SwitchProgram.needsEmbedded(spec.program());
        case FRAME_OVERHEAD -> isChanged(spec, SettingKeys.PACKET_OVERHEAD);
        case HOST_DELAY -> isChanged(spec, SettingKeys.HOST_DELAY);
        case SHARED_BUFFER -> isChanged(spec, SettingKeys.BUFFER_SIZE);
        case CLASSES -> !classes(spec).isEmpty();
        case CAPTURE -> spec.capture();
        case APPLY -> spec.overrides().contains(SettingKeys.APPLY.name() + "=true");
      };
    }

    /** Returns what the user wrote, as the beginning of a refusal. */
    String beginning(ExperimentSpec spec) {
      return switch (this) {
        case PFC ->
            (spec.settings().textOf(SettingKeys.PFC_USE).equals("on")
                    ? SettingKeys.PFC_USE + " is on, which"
                    : "scheme " + spec.scheme().name())
                + " needs switches that pause their peers (PFC)";
        case LINK_LOSS -> written(spec, SettingKeys.LINK_LOSS);
        case LINK_FAILURES, HOST_LINK_RATES ->
            written(spec, failing(spec).orElse(SettingKeys.LINK_FAILURES));
        case ONE_WAY_RATES ->
            written(
                spec,
                isChanged(spec, SettingKeys.LINK_FAILED)
                    ? SettingKeys.LINK_FAILED
                    : SettingKeys.LINK_RATES);
        case ASIC_TRIMMING -> "";
        case BYTE_QUEUES -> written(spec, SettingKeys.PROGRAM);
        case FRAME_OVERHEAD -> written(spec, SettingKeys.PACKET_OVERHEAD);
        case HOST_DELAY -> written(spec, SettingKeys.HOST_DELAY);
        case SHARED_BUFFER -> written(spec, SettingKeys.BUFFER_SIZE);
        case CLASSES -> {
          TrafficClass first = classes(spec).getFirst();
          yield first.key("dscp") + " is " + first.dscp();
        }
        case CAPTURE -> "--capture";
        case APPLY -> "--apply";
      };
    }

    /** The setting by which links fail, the first if there are more. */
    private static Optional<SettingKey<?>> failing(ExperimentSpec spec) {
      return FAILING.stream().filter(key -> isChanged(spec, key)).findFirst();
    }

    private static List<TrafficClass> classes(ExperimentSpec spec) {
      return TrafficClasses.of(spec.settings()).classes();
    }

    private static boolean changesHostRates(ExperimentSpec spec) {
      Settings settings = spec.settings();
      boolean rates =
          settings.get(SettingKeys.FAILURES_KIND) instanceof FailureKind.Rate
              || settings.get(SettingKeys.LINK_FAILURES).stream()
                  .anyMatch(failure -> failure.kind() instanceof FailureKind.Rate);
      return rates && FailurePlan.of(spec, spec.buildTopology()).changesHostRates();
    }

    private static boolean isChanged(ExperimentSpec spec, SettingKey<?> key) {
      return !spec.settings().text(key).equals(key.defaultText());
    }

    private static String written(ExperimentSpec spec, SettingKey<?> key) {
      return key.name() + " is " + spec.settings().text(key);
    }
  }
}
