package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinksFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.settings.Constants;
import io.smartt.experiment.settings.FailureKind;
import io.smartt.experiment.settings.ImpliedSettings;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.workload.jobs.JobsName;

/**
 * The one place that decides whether a setting acts. A value that differs from its default is acted
 * on, or refused before anything starts. A value of a profile that acts in the profile's own
 * experiment, and not in what a command line makes of it, is noted and not refused.
 */
public final class SettingsCheck {
  private static final Set<String> OF_LINKS =
      Set.of(
          SettingKeys.LINK_RATE.name(),
          SettingKeys.LINK_LATENCY.name(),
          SettingKeys.SWITCH_LATENCY.name());
  private static final Set<String> LATENCIES =
      Set.of(SettingKeys.LINK_LATENCY.name(), SettingKeys.SWITCH_LATENCY.name());
  private static final Set<String> OF_RED =
      Set.of(SettingKeys.QUEUE_KMIN.name(), SettingKeys.QUEUE_KMAX.name());
  private static final Set<String> OF_TRIMS =
      Set.of(SettingKeys.PACKET_TRIM.name(), SettingKeys.LAST_HOP_TRIMS.name());
  private static final String DELIVERY = "transport.delivery";
  private static final String INTAKE_RATE = "intake.rate";

  private final List<Fabric> fabrics;

  /** Checks against the fabrics of a program. */
  public SettingsCheck(List<Fabric> fabrics) {
    this.fabrics = List.copyOf(fabrics);
  }

  /**
   * Refuses the first setting that nothing acts on.
   *
   * @throws io.smartt.base.input.UserInputException naming key, value, fabric, and what acts
   */
  public void require(ExperimentSpec spec, Use use) {
    idle(spec, use).stream()
        .findFirst()
        .ifPresent(setting -> {
          throw setting.refusal();
        });
  }

  /** Returns the settings to refuse, by name. */
  public List<IdleSetting> idle(ExperimentSpec spec, Use use) {
    Set<String> ownOfBase = actingInBase(spec);
    return all(spec, use).stream().filter(setting -> !ownOfBase.contains(setting.key())).toList();
  }

  /** Returns one line for each reason why values of the profile do not act here. */
  public List<String> notes(ExperimentSpec spec, Use use) {
    Set<String> ownOfBase = actingInBase(spec);
    Map<String, TreeSet<String>> byReason = new TreeMap<>();
    for (IdleSetting setting : all(spec, use)) {
      if (ownOfBase.contains(setting.key())) {
        String key = setting.key();
        byReason
            .computeIfAbsent(setting.why(), _ -> new TreeSet<>())
            .add(
                isOfFamily(spec.settings(), key) ? key.substring(0, key.indexOf('.')) + ".*" : key);
      }
    }
    return byReason.entrySet().stream()
        .map(reason ->
            "of profile %s, %s changes nothing here: %s"
                .formatted(spec.profile(), String.join(", ", reason.getValue()), reason.getKey()))
        .toList();
  }

  private static boolean isOfFamily(Settings settings, String key) {
    return settings.catalog().families().stream().anyMatch(family -> family.claims(key));
  }

  /**
   * The keys that the base sets, that the command line leaves, and that act in a run of the base.
   */
  private Set<String> actingInBase(ExperimentSpec spec) {
    Settings base = spec.settings().base();
    return base.changedKeys().stream()
        .filter(key -> base.textOf(key).equals(spec.settings().textOf(key)))
        .filter(key -> why(base, Optional.empty(), key, Use.RUN).isEmpty())
        .collect(Collectors.toSet());
  }

  private List<IdleSetting> all(ExperimentSpec spec, Use use) {
    Settings settings = spec.settings();
    Map<String, String> implied = ImpliedSettings.of(settings);
    List<IdleSetting> idle = new ArrayList<>();
    for (String key : new TreeSet<>(settings.changedKeys())) {
      String text = settings.textOf(key);
      if (!text.equals(implied.get(key))) {
        why(settings, Optional.of(spec.topology()), key, use)
            .ifPresent(why -> idle.add(new IdleSetting(key, text, why)));
      }
    }
    return idle;
  }

  /** Returns why nothing acts on a key; empty if something does. */
  private Optional<String> why(
      Settings settings, Optional<InputSource> topology, String key, Use use) {
    String name = settings.get(SettingKeys.FABRIC);
    Fabric fabric =
        fabrics.stream()
            .filter(one -> one.settings().fabric().equals(name))
            .findFirst()
            .orElseThrow();
    if (!fabric.abilities(use, settings).actOn(key)) {
      return Optional.of(lacking(fabric, settings, key, use));
    }
    return ofScheme(settings, key)
        .or(() -> ofBalancer(settings, key))
        .or(() -> ofIntake(settings, key))
        .or(() -> ofSkips(settings, key))
        .or(() -> ofFailures(settings, key))
        .or(() -> ofQueues(settings, key))
        .or(() -> ofCollectives(settings, key))
        .or(() -> ofLinks(settings, topology, key));
  }

  private String lacking(Fabric fabric, Settings settings, String key, Use use) {
    String name = fabric.settings().fabric();
    String here =
        use == Use.RUN
            ? "fabric '" + name + "' has no use for it"
            : use + " on fabric '" + name + "' has no use for it";
    List<String> others = new ArrayList<>();
    if (use != Use.RUN && fabric.abilities(Use.RUN, settings).actOn(key)) {
      others.add("'smartt run'");
    }
    for (Fabric other : fabrics) {
      String there = other.settings().fabric();
      Settings moved = settings.with(SettingKeys.FABRIC.name(), there);
      if (!there.equals(name) && other.abilities(Use.RUN, moved).actOn(key)) {
        others.add("fabric '" + there + "'");
      }
    }
    SwitchKind kind = settings.get(SettingKeys.SWITCH_KIND);
    if (others.isEmpty() && !kind.own()) {
      return here + " with switch " + kind;
    }
    return others.isEmpty()
        ? here
        : here + "; " + String.join(", ", others) + (others.size() == 1 ? " has" : " have");
  }

  private static Optional<String> ofScheme(Settings settings, String key) {
    CongestionControl scheme = settings.scheme();
    if (key.equals(DELIVERY) && scheme.lossless()) {
      return Optional.of("scheme '" + scheme.name() + "' delivers in order by itself");
    }
    return owner(settings.catalog().schemes().congestionSettings(), key)
        .filter(
            group -> SchemesOfHosts.all(settings).noneMatch(one -> one.settings().contains(group)))
        .map(group ->
            "scheme '"
                + scheme.name()
                + "' does not read it; "
                + names(
                    settings.catalog().schemes().congestionControls().stream()
                        .filter(other -> other.settings().contains(group))
                        .map(CongestionControl::name)));
  }

  private static Optional<String> ofBalancer(Settings settings, String key) {
    LoadBalancer balancer = settings.loadBalancer();
    Optional<SettingsGroup<?>> owner = owner(settings.catalog().schemes().balancerSettings(), key);
    Predicate<LoadBalancer> reads;
    if (key.equals(SettingKeys.ENTROPIES.name())) {
      reads = LoadBalancer::usesEntropies;
    } else if (owner.isPresent()) {
      reads = other -> other.settings().contains(owner.get());
    } else {
      return Optional.empty();
    }
    return reads.test(balancer)
        ? Optional.empty()
        : Optional.of(
            "load balancer '"
                + balancer.name()
                + "' does not read it; "
                + names(
                    settings.catalog().schemes().loadBalancers().stream()
                        .filter(reads)
                        .map(LoadBalancer::name)));
  }

  private static Optional<SettingsGroup<?>> owner(List<SettingsGroup<?>> groups, String key) {
    return groups.stream().filter(group -> key.startsWith(group.name() + ".")).findFirst();
  }

  private static String names(Stream<String> readers) {
    List<String> all = readers.toList();
    return String.join(", ", all) + (all.size() == 1 ? " does" : " do");
  }

  private static Optional<String> ofQueues(Settings settings, String key) {
    CongestionControl scheme = settings.scheme();
    if (OF_RED.contains(key) && scheme.marking().isPresent()) {
      return Optional.of("scheme '" + scheme.name() + "' asks switches for RED of its own");
    }
    if ((key.equals(SettingKeys.QUEUE_SIZE.name()) || TrafficClasses.FAMILY.isOf(key, "size"))
        && scheme.marking().isPresent()
        && ImpliedSettings.lossless(settings)) {
      return Optional.of("pauses bound what waits; with pfc.use=off it acts");
    }
    if (OF_TRIMS.contains(key) && settings.get(SettingKeys.TRIMMING) == Trimming.OFF) {
      return Optional.of("trimming is off; with trimming p4 or asic it acts");
    }
    boolean marksBy = key.equals(SettingKeys.MARKS_BY.name());
    if ((marksBy || key.equals(SettingKeys.MARKS_AT.name()))
        && settings.get(SettingKeys.TRIMMING) == Trimming.P4) {
      return Optional.of(
          "the program that trims goes by the depth behind leaving packets; with trimming asic or"
              + " off it acts");
    }
    if (marksBy) {
      return ofMarkedDepth(settings);
    }
    boolean ofClass = TrafficClasses.FAMILY.isOf(key, "alpha");
    if (ofClass && ImpliedSettings.lossless(settings)) {
      return Optional.of(
          "pauses bound what waits, and go by buffer.alpha; with pfc.use=off it acts");
    }
    if (key.startsWith("buffer.") || ofClass) {
      return ofBuffer(settings, key);
    }
    if (key.startsWith("pfc.")
        && !key.equals(SettingKeys.PFC_USE)
        && !ImpliedSettings.lossless(settings)) {
      return Optional.of("no switch pauses its peers; with pfc.use=on or scheme rocev2 they do");
    }
    return Optional.empty();
  }

  private static Optional<String> ofMarkedDepth(Settings settings) {
    return switch (settings.get(SettingKeys.MARKS_BY)) {
      case POOL -> ofBuffer(settings, SettingKeys.BUFFER_ALPHA.name());
      case PORT ->
          TrafficClasses.keys(settings).isEmpty()
              ? Optional.of("a port has one queue of data; with class.NAME it acts")
              : Optional.empty();
      case QUEUE -> Optional.empty();
    };
  }

  private static Optional<String> ofBuffer(Settings settings, String key) {
    if (!ImpliedSettings.lossless(settings) && settings.get(SettingKeys.TRIMMING) == Trimming.P4) {
      return Optional.of(
          "the program that trims goes by a depth that stays; with trimming asic or off it acts");
    }
    return !key.equals(SettingKeys.BUFFER_SIZE.name()) && settings.get(SettingKeys.BUFFER_SIZE) == 0
        ? Optional.of("no memory is shared; with buffer.size it acts")
        : Optional.empty();
  }

  private static Optional<String> ofIntake(Settings settings, String key) {
    if (!key.startsWith("intake.") || key.equals(INTAKE_RATE)) {
      return Optional.empty();
    }
    if (!SettingKeys.INTAKE.read(settings).isLimited()) {
      return Optional.of(
          "hosts keep up with their links; with " + INTAKE_RATE + " below 1 it acts");
    }
    boolean asked = !key.equals("intake.buffer-bdps");
    return asked && settings.get(SettingKeys.CONSTANTS) != Constants.UE
        ? Optional.of("senders do as they are asked with constants ue only")
        : Optional.empty();
  }

  private static Optional<String> ofSkips(Settings settings, String key) {
    String use = SettingKeys.SKIP_STEADY.name();
    return key.startsWith("skip.") && !key.equals(use) && !settings.get(SettingKeys.SKIP_STEADY)
        ? Optional.of("no time is skipped; with " + use + "=true it acts")
        : Optional.empty();
  }

  private static Optional<String> ofFailures(Settings settings, String key) {
    boolean describes =
        key.equals(SettingKeys.FAILURES_KIND.name()) || key.equals(SettingKeys.FAILURES_AT.name());
    boolean none =
        settings.get(SettingKeys.FAILURES_LINKS).isNone()
            && settings.get(SettingKeys.FAILURES_SWITCHES).isNone()
            && settings.get(SettingKeys.FAILURES_HOSTS).isNone();
    if (describes && none) {
      return Optional.of(
          "nothing is drawn; with failures.links, failures.switches or failures.hosts it acts");
    }
    boolean slow =
        key.equals(SettingKeys.FAILURES_KIND.name())
            ? settings.get(SettingKeys.FAILURES_KIND) instanceof FailureKind.Compute
            : key.equals(SettingKeys.LINK_FAILURES.name())
                && settings.get(SettingKeys.LINK_FAILURES).stream()
                    .anyMatch(failure -> failure.kind() instanceof FailureKind.Compute);
    String workload = settings.get(SettingKeys.WORKLOAD);
    return slow && !JobsName.isOne(workload)
        ? Optional.of(
            "hosts compute nothing in workload "
                + workload
                + "; in schedules (.goal) and traces (.et) they do")
        : Optional.empty();
  }

  private static Optional<String> ofCollectives(Settings settings, String key) {
    String workload = settings.get(SettingKeys.WORKLOAD);
    return key.equals(SettingKeys.COLLECTIVES.name()) && !workload.contains(".et")
        ? Optional.of("workload " + workload + " has no traces of Chakra (.et)")
        : Optional.empty();
  }

  private static Optional<String> ofLinks(
      Settings settings, Optional<InputSource> topology, String key) {
    if (OF_LINKS.contains(key)
        && topology.isPresent()
        && topology.get() instanceof InputSource.FileText(String file, _)
        && !LinksFile.isOne(file)) {
      return Optional.of("topology " + file + " has its own");
    }
    SettingKey<?> known = settings.catalog().named(key);
    if (LATENCIES.contains(key)
        && !settings.get(SettingKeys.SWITCH_KIND).own()
        && !Long.valueOf(0).equals(settings.get(known))) {
      return Optional.of(
          "switch %s delays nothing; switch embedded does"
              .formatted(settings.get(SettingKeys.SWITCH_KIND)));
    }
    return Optional.empty();
  }

  /**
   * A setting that somebody changed and that nothing acts on.
   *
   * @param key name of the setting
   * @param text its value
   * @param why nothing acts on it, and what does
   */
  public record IdleSetting(String key, String text, String why) {
    public UserInputException refusal() {
      return new UserInputException(key + " is " + text + ", which changes nothing here: " + why);
    }
  }
}
