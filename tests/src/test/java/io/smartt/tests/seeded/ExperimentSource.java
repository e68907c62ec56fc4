package io.smartt.tests.seeded;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.SettingsCheck.IdleSetting;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.ImpliedSettings;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws experiments of the virtual fabric, each whole from one seed and small. Settings that
 * nothing else here draws come from their own declarations, so that a new one is drawn too.
 */
final class ExperimentSource {
  /** What makes the run another one, or is drawn with care for how long the run is. */
  private static final Set<String> NOT_AT_RANDOM =
      Set.of(
          "fabric",
          "dilation",
          "seed",
          "scheme",
          "load-balancer",
          "switch.kind",
          "trimming",
          "packet.payload",
          "link.failed",
          "link.loss",
          "pfc.use",
          "queue.marks-by",
          "testbed.apply",
          // A law of its own runs each experiment with it.
          "skip.steady",
          "skip.depth",
          "skip.goodput",
          // Only algorithms that ask for it look at it.
          "transport.service-time");

  /** Schemes that flows of one run may have next to each other. */
  private static final List<String> SLOW_RATES = List.of("1bps", "50bps", "9kbps");

  private static final List<String> SENDERS_ALONE = List.of("smartt", "swift", "mprdma", "dctcp");

  private static final int OTHER_SETTINGS = 14;

  private final Fabrics fabrics = Fabrics.builtIn();
  private final SettingsCatalog catalog = fabrics.settings();
  private final LocalRunner runner;
  private final List<SettingKey<?>> others;

  ExperimentSource(LocalRunner runner) {
    this.runner = runner;
    Set<String> ofFabrics =
        fabrics.all().stream()
            .flatMap(fabric -> keys(fabric.settings()))
            .collect(Collectors.toSet());
    others =
        catalog.keys().stream()
            .filter(key -> !ofFabrics.contains(key.name()))
            .filter(key -> !NOT_AT_RANDOM.contains(key.name()))
            .filter(key -> !key.name().startsWith("capture."))
            .filter(key -> !(key.kind() instanceof SettingKey.Kind.Text))
            // There is nothing to draw: a new key of a file leaves the experiments of seeds alone.
            .filter(key -> !(key.kind() instanceof SettingKey.Kind.File))
            .toList();
  }

  private static Stream<String> keys(FabricSettings fabric) {
    return fabric.keys().stream().map(SettingKey::name);
  }

  SettingsCatalog catalog() {
    return catalog;
  }

  /**
   * The experiment of a seed.
   *
   * @throws UserInputException if what was drawn contradicts itself
   */
  ExperimentSpec of(long seed) {
    Dice dice = new Dice(seed);
    Settings settings = catalog.defaults().changedBy(catalog.defaults());
    settings = settings.with("seed", Long.toString(seed));
    if (dice.chance(0.7)) {
      // Most of a small run's time is the table of its samples.
      settings = settings.with("sample.interval", dice.of("3us", "10us", "100us"));
    }
    InputSource network = new DrawnNetwork(dice).draw();
    settings = algorithms(dice, settings);
    settings = links(dice, settings);
    int payload = dice.chance(0.7) ? 4096 : dice.of(64, 256, 1000, 1460, 2048, 8192, 9000);
    settings = settings.with("packet.payload", Integer.toString(payload));
    ExperimentSpec bare =
        new ExperimentSpec(
            "seeded",
            "virtual",
            settings,
            network,
            new InputSource.Named("incast:1x1KiB"),
            false,
            List.of());
    Topology topology = bare.buildTopology();
    InputSource traffic =
        new DrawnTraffic(dice, Math.max(2, topology.hosts().size()), payload).draw();
    settings = hostSchemes(dice, settings, topology);
    settings = troubles(dice, settings, topology);
    settings = others(dice, settings);
    // Of what nothing acts on, one in twenty has some, which is to be refused.
    boolean keepsIdle = dice.chance(0.05);
    Dice later = new Dice(~seed);
    settings = memory(later, settings, bare.packets().mtuBytes());
    settings = later.chance(0.05) ? faster(later, settings, topology) : settings;
    settings = hosts(new Dice(Long.reverse(seed)), settings);
    settings = classes(new Dice(Long.rotateLeft(seed, 17)), settings, topology);
    ExperimentSpec spec =
        bare.withSettings(settings)
            .withWorkload(ends(later, traffic))
            .withTopology(ends(later, network));
    return keepsIdle ? spec : spec.withSettings(acting(spec, settings));
  }

  /**
   * Memory that the data queues of a switch share, of some packets, which own bounds hardly reach;
   * and packets that are shorter than what a trimmed one keeps.
   */
  private static Settings memory(Dice dice, Settings settings, int mtuBytes) {
    Settings more = settings;
    if (dice.chance(0.25)) {
      if (!ImpliedSettings.lossless(more) && !dice.chance(0.02)) {
        more = more.with("trimming", dice.of("asic", "off"));
      }
      long packets = dice.from(1, dice.of(4, 12, 100));
      more = more.with("buffer.size", mtuBytes * packets + dice.from(0, mtuBytes - 1) + "B");
      more = dice.chance(0.6) ? more.with("queue.size", "1MiB") : more;
      if (dice.chance(0.8)) {
        more = more.with("buffer.alpha", dice.of("0.125", "0.5", "2", "8", "1000"));
      }
      if (dice.chance(0.4)) {
        more = more.with("buffer.reserved", dice.from(1, 2 * mtuBytes) + "B");
      }
    }
    return more.text(SettingKeys.TRIMMING).equals("asic") && dice.chance(0.4)
        ? more.with("packet.trim", "512")
            .with("packet.payload", dice.of("64", "256", "1000"))
            .with("queue.size", dice.from(1, 8) + "packets")
        : more;
  }

  /** Hosts that take time of their own, which may differ from frame to frame. */
  private static Settings hosts(Dice dice, Settings settings) {
    return dice.chance(0.15)
        ? settings.with("host.delay", dice.of("500ns", "1us..3us", "0ns..20us", "200ns+1us"))
        : settings;
  }

  /** A link becomes much faster than it was, where nothing else takes time. */
  private static Settings faster(Dice dice, Settings settings, Topology topology) {
    return settings
        .with("link.rate", dice.of("9kbps", "10Mbps", "1Gbps"))
        .with("link.latency", dice.of("0", "1ps", "1ns"))
        .with("switch.latency", dice.of("0", "1ps"))
        .with("sample.interval", "auto")
        .with("link.failures", place(dice, topology) + "=rate:9Tbps@" + span(dice));
  }

  /** Some files have the ends of lines that Windows gives them. */
  private static InputSource ends(Dice dice, InputSource some) {
    return dice.chance(0.4) && some instanceof InputSource.FileText(String name, String text)
        ? new InputSource.FileText(name, text.replace("\n", "\r\n"))
        : some;
  }

  /** The settings without those that nothing acts on. */
  private Settings acting(ExperimentSpec spec, Settings settings) {
    Set<String> idle =
        runner.idle(spec).stream()
            .map(IdleSetting::key)
            .collect(Collectors.toCollection(HashSet::new));
    return idle.isEmpty() ? settings : settings.without(idle);
  }

  private Settings algorithms(Dice dice, Settings settings) {
    Settings more =
        dice.chance(0.35) ? settings : settings.with("scheme", dice.of(words(settings, "scheme")));
    if (!dice.chance(0.4)) {
      more = more.with("load-balancer", dice.of(words(settings, "load-balancer")));
    }
    if (dice.chance(0.12)) {
      more = more.with("pfc.use", dice.of("on", "on", "off"));
    }
    if (dice.chance(0.15)) {
      more = more.with("constants", dice.of(words(settings, "constants")));
    }
    if (!ImpliedSettings.lossless(more) && dice.chance(0.5)) {
      more = more.with("trimming", dice.of(words(settings, "trimming")));
    }
    return more;
  }

  private static List<String> words(Settings settings, String key) {
    return settings.catalog().named(key).words();
  }

  private static Settings links(Dice dice, Settings settings) {
    Settings more = settings;
    if (dice.chance(0.5)) {
      String rate =
          dice.of(
              "1Gbps",
              "10Gbps",
              "25Gbps",
              "100Gbps",
              "200Gbps",
              "400Gbps",
              "800Gbps",
              "7654321kbps");
      more = more.with("link.rate", rate);
    }
    if (dice.chance(0.04)) {
      // Hours for a packet: what is counted in picoseconds is near its end. Samples of
      // microseconds would take as long as their number says.
      more = more.with("link.rate", dice.of(SLOW_RATES));
      more = more.with("sample.interval", "auto");
    }
    if (dice.chance(0.4)) {
      more = more.with("link.latency", dice.of("0", "1ps", dice.time(1, 5_000_000), "1us", "20us"));
    }
    if (dice.chance(0.3)) {
      more = more.with("switch.latency", dice.of("0", "1ps", dice.time(1, 2_000_000)));
    }
    if (dice.chance(0.4)) {
      more =
          more.with(
              "queue.size",
              dice.of(
                  "0.1bdp",
                  "0.5bdp",
                  "2bdp",
                  "8bdp",
                  "1packets",
                  "3packets",
                  "20packets",
                  "64KiB",
                  "1MiB"));
    }
    return more;
  }

  private static Settings hostSchemes(Dice dice, Settings settings, Topology topology) {
    if (!dice.chance(0.2)) {
      return settings;
    }
    String place = flows(dice, topology.hosts());
    // Receivers and pauses are for all hosts or for none.
    return SENDERS_ALONE.contains(settings.text(SettingKeys.SCHEME)) || dice.chance(0.1)
        ? settings.with("scheme." + place, dice.of(SENDERS_ALONE))
        : settings;
  }

  private static String flows(Dice dice, List<Host> hosts) {
    return dice.of(
        dice.of(hosts).name(),
        hosts.getFirst().name() + ".." + dice.of(hosts).name(),
        "to-" + dice.of(hosts).name(),
        "size-0..16KiB");
  }

  /** One or two classes of data, by weights or before the rest. */
  private static Settings classes(Dice dice, Settings settings, Topology topology) {
    Settings more = settings;
    if (dice.chance(0.2)) {
      more =
          more.with("class.a.dscp", dice.of("1", "26", "63"))
              .with("class.a.flows", flows(dice, topology.hosts()))
              .with("class.a.weight", dice.of("1", "3", "100", "strict"))
              .with("class.a.size", dice.of("none", "none", "2packets", "3bdp", "100KiB"))
              .with("class.a.alpha", dice.of("none", "none", "0.25", "4"))
              .with("queue.marks-by", dice.of("queue", "port", "pool"));
      if (dice.chance(0.3)) {
        more =
            more.with("class.b.dscp", "18")
                .with("class.b.flows", "size-20KiB..")
                .with("class.b.weight", dice.of("2", "strict"))
                .with("class.data.weight", dice.of("1", "7"));
      }
    }
    return more;
  }

  private static Settings troubles(Dice dice, Settings settings, Topology topology) {
    Settings more = settings;
    if (dice.chance(0.25)) {
      List<String> all = new ArrayList<>();
      for (int i = dice.from(1, 3); i > 0; i--) {
        all.add(failure(dice, topology));
      }
      String text = String.join(",", all);
      // A thousand steps of a link that flaps while one packet is sent take minutes, and show
      // nothing (seed 689).
      boolean slow = SLOW_RATES.contains(settings.textOf("link.rate"));
      more =
          more.with(
              "link.failures",
              slow ? text.replaceAll("flap:(\\d+)us/(\\d+)us", "flap:$1s/$2s") : text);
    }
    if (dice.chance(0.12)) {
      String which = dice.of("failures.links", "failures.switches", "failures.hosts");
      more = more.with(which, dice.of("1", "1", "2", "25%"));
      more = more.with("failures.kind", kind(dice, which.endsWith("hosts")));
      more = dice.chance(0.7) ? more.with("failures.at", span(dice)) : more;
    }
    if (dice.chance(0.1)) {
      more = more.with("link.loss", dice.of("0.01", "0.5", "2", "10"));
    }
    if (dice.chance(0.05)) {
      more = more.with("link.failed", dice.of("1", "2"));
    }
    if (dice.chance(0.06)) {
      more = more.with("link.down", place(dice, topology));
    }
    if (dice.chance(0.08)) {
      more =
          more.with(
              "link.rates", place(dice, topology) + "=" + dice.of("5Gbps", "40Gbps", "3Gbps"));
    }
    return more;
  }

  private static String failure(Dice dice, Topology topology) {
    boolean ofHost = dice.chance(0.15);
    String place = ofHost ? dice.of(topology.hosts()).name() : place(dice, topology);
    String kind = kind(dice, ofHost);
    return kind.equals("down")
        ? place + "@" + span(dice)
        : place + "=" + kind + (dice.chance(0.7) ? "@" + span(dice) : "");
  }

  /** A link, a switch or a host of a network. */
  private static String place(Dice dice, Topology topology) {
    List<Switch> switches = topology.switches();
    if (dice.chance(0.15) && !switches.isEmpty()) {
      return dice.of(switches).name();
    }
    if (dice.chance(0.15)) {
      return dice.of(topology.hosts()).name();
    }
    Link link = dice.of(topology.links());
    return link.a().node().name() + "-" + link.b().node().name();
  }

  private static String kind(Dice dice, boolean ofHost) {
    return switch (dice.from(0, ofHost || dice.chance(0.05) ? 9 : 7)) {
      case 0, 1 -> "down";
      case 2 -> "loss:" + dice.of("1e-3", "1%", "20%", "1");
      case 3 -> "ber:" + dice.of("1e-8", "1e-6");
      case 4 -> "burst:" + dice.of("1%/25%", "1e-3/10%/50%", "5%/50%/1/1%");
      case 5 -> "rate:" + dice.of("25%", "200%", "10Gbps");
      case 6 -> "jitter:" + dice.time(1, 5_000_000);
      case 7 -> "flap:" + dice.from(1, 40) + "us/" + dice.from(1, 100) + "us";
      case 8 -> "compute:" + dice.of("25%", "200%");
      default -> "receive:" + dice.of("10%", "50%", "10Gbps");
    };
  }

  private static String span(Dice dice) {
    int from = dice.from(0, 60);
    return dice.chance(0.75)
        ? from + "us.." + (from + dice.from(1, 150)) + "us"
        : dice.time(0, 60_000_000);
  }

  private Settings others(Dice dice, Settings settings) {
    if (dice.chance(0.4)) {
      return settings;
    }
    Settings more = settings;
    for (int i = dice.from(1, OTHER_SETTINGS); i > 0; i--) {
      SettingKey<?> key = dice.of(others);
      String text = value(dice, key);
      boolean replaced =
          key.name().startsWith("smartt.") && !more.text(SettingKeys.CONSTANTS).equals("paper");
      if (!more.isSet(key) && accepts(key, text) && (!replaced || dice.chance(0.05))) {
        more = more.with(key.name(), text);
      }
    }
    return more;
  }

  /** A value of a setting's kind, near its default, which its reader may refuse. */
  private static String value(Dice dice, SettingKey<?> key) {
    return switch (key.kind()) {
      case SettingKey.Kind.Words(List<String> words) -> dice.of(words);
      case SettingKey.Kind.WordsOrOwn(List<String> words) -> dice.of(words);
      case SettingKey.Kind.Flag() -> Boolean.toString(dice.chance(0.5));
      case SettingKey.Kind.Numeric(boolean whole) -> number(dice, key.defaultText(), whole);
      case SettingKey.Kind.File() -> key.defaultText();
      case SettingKey.Kind.Text() -> key.defaultText();
    };
  }

  private static String number(Dice dice, String usual, boolean whole) {
    double value =
        dice.chance(0.6)
            ? Double.parseDouble(usual) * dice.of(0.25, 0.5, 0.9, 1.1, 2.0, 4.0)
            : dice.of(
                0.0, 1.0, (double) dice.from(1, 20), dice.share(), (double) dice.from(20, 5000));
    return whole ? Long.toString(Math.round(value)) : Double.toString(value);
  }

  private static boolean accepts(SettingKey<?> key, String text) {
    try {
      return key.reader().apply(text) != null;
    } catch (UserInputException e) {
      return false;
    }
  }
}
