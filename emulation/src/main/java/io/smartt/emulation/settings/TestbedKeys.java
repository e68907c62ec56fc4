package io.smartt.emulation.settings;

import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.emulation.input.UserInputException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Settings that describe real switches and servers. */
public final class TestbedKeys {
  /** The text of a setting that is not given. */
  public static final String NONE = "none";

  private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^\\s:]+):(\\d{1,5})");
  private static final int LONGEST_LINK_PREFIX = 30;
  private static final int LAST_PORT = 65_535;

  /** Who signs the certificates of switches and agents. */
  public static final SettingKey<String> CA =
      SettingKey.text(
          "tls.ca",
          NONE,
          "PEM file of the authority that signed the certificates of switches and agents; none:"
              + " without TLS.",
          Function.identity());

  /** What the harness shows. */
  public static final SettingKey<String> CERTIFICATE =
      SettingKey.text(
          "tls.certificate",
          NONE,
          "PEM file of the harness's own certificate.",
          Function.identity());

  /** Its key. */
  public static final SettingKey<String> KEY =
      SettingKey.text(
          "tls.key",
          NONE,
          "PEM file of the key of that certificate (PKCS #8).",
          Function.identity());

  /** What it says beside it. */
  public static final SettingKey<String> TOKEN_FILE =
      SettingKey.text(
          "tls.token-file",
          NONE,
          "File with the token that switches and agents want.",
          Function.identity());

  /** Whether a run changes switches. */
  public static final SettingKey<Boolean> APPLY =
      SettingKey.flag(
          "testbed.apply",
          false,
          "Whether a run brings switches to what the profile says and back; without, it refuses to"
              + " run where 'smartt apply' is missing.");

  /** How long hosts send to each other first. */
  public static final SettingKey<Double> REHEARSAL_S =
      SettingKey.number(
          "testbed.rehearsal-s",
          0,
          600,
          "3",
          "Seconds at most of other traffic before the experiment's, through which agents that were"
              + " just started become as fast as they get; 0: none.");

  /** Networks between switches. */
  public static final SettingKey<String> LINK_PREFIX =
      SettingKey.text(
          "sonic.link-prefix",
          "172.16.0.0/16",
          "Addresses of links, a /31 each; hosts keep theirs from 10.0.0.1 on.",
          TestbedKeys::prefix);

  /** Buffer pool. */
  public static final SettingKey<String> POOL =
      SettingKey.text(
          "sonic.pool",
          "egress_lossy_pool",
          "Buffer pool of the queues, a key of BUFFER_POOL.",
          Function.identity());

  /** Queue of data. */
  public static final SettingKey<Long> DATA_QUEUE =
      SettingKey.whole("sonic.data-queue", 0, 7, 0, "Queue and traffic class of data packets.");

  /** Queue of other traffic. */
  public static final SettingKey<Long> OTHER_QUEUE =
      SettingKey.whole(
          "sonic.other-queue", 0, 7, 1, "Queue and traffic class of all other traffic.");

  /** Queue of control packets. */
  public static final SettingKey<Long> CONTROL_QUEUE =
      SettingKey.whole(
          "sonic.control-queue",
          0,
          7,
          6,
          "Queue and traffic class of ACKs, NACKs, credits and trimmed packets, served first.");

  /** MTU of ports. */
  public static final SettingKey<Long> MTU =
      SettingKey.whole("sonic.mtu", 1280, 9216, 9100, "MTU of every port, bytes.");

  /** Size of a cell. */
  public static final SettingKey<Long> CELL_BYTES =
      SettingKey.whole(
          "tofino.cell-bytes", 16, 4096, 80, "Bytes of a buffer cell: 80 on Tofino 1.");

  /** Shared buffer. */
  public static final SettingKey<Long> POOL_CELLS =
      SettingKey.whole(
          "tofino.pool-cells",
          1,
          1_000_000,
          20_000,
          "Cells of the egress pool of data and control.");

  /** Where dropped packets come out again. */
  public static final SettingKey<String> DEFLECT_PORTS =
      SettingKey.text(
          "tofino.deflect-ports",
          "68,196",
          "SDK port of each pipe to which packets go that do not fit, for trimming.",
          Function.identity());

  /** The switches. */
  public static final SettingFamily SWITCHES =
      new SettingFamily(
          "switches",
          "The switches of a testbed by name; a switch that is split by VRF is one box.",
          List.of(
              SettingKey.choice(
                  "target",
                  TargetKind.class,
                  "sonic",
                  "What it is: sonic, stratum, bmv2 or embedded (smartt switch)."),
              address("address", "Where its gNMI (sonic) or P4Runtime server listens, host:port."),
              address("thrift", "Where BMv2's Thrift server listens, host:port."),
              SettingKey.whole(
                  "device-id", 0, Long.MAX_VALUE, 1, "Its P4Runtime device id; sonic has none."),
              SettingKey.choice(
                  "connection",
                  ConnectionKind.class,
                  "auto",
                  "How it is reached: tls, plain, or auto (tls where 'tls.ca' is given, bmv2"
                      + " plain)."),
              file("pipeline", "The compiler's .conf of the program, for stratum."),
              file("p4info", "The compiler's P4Info of the program, for stratum."),
              SettingKey.text(
                  "ports.*",
                  NONE,
                  "The port of each of its links, by node and peer: leaf1-h1: Ethernet0.",
                  Function.identity())));

  /** The servers. */
  public static final SettingFamily HOSTS =
      new SettingFamily(
          "hosts",
          "The servers of a testbed by host name; 'all' for what holds for each.",
          List.of(
              address("agent", "Where its agent's gRPC API listens, host:port."),
              SettingKey.text(
                  "interface", NONE, "Its network interface in the fabric.", Function.identity()),
              SettingKey.text(
                  "mac", NONE, "That interface's MAC address, if not 02:...", Function.identity()),
              SettingKey.text(
                  "driver",
                  NONE,
                  "Driver that the pre-flight check expects; none: any.",
                  Function.identity())));

  private TestbedKeys() {}

  static List<SettingKey<?>> keys() {
    return List.of(
        CA,
        CERTIFICATE,
        KEY,
        TOKEN_FILE,
        APPLY,
        REHEARSAL_S,
        LINK_PREFIX,
        POOL,
        DATA_QUEUE,
        OTHER_QUEUE,
        CONTROL_QUEUE,
        MTU,
        CELL_BYTES,
        POOL_CELLS,
        DEFLECT_PORTS);
  }

  static List<SettingFamily> families() {
    return List.of(SWITCHES, HOSTS);
  }

  static Optional<SettingKey<?>> member(String name) {
    return families().stream().flatMap(family -> family.key(name).stream()).findFirst();
  }

  /** Whether a key's text is the path of a file, which a profile means relative to itself. */
  static boolean isFile(String key) {
    return List.of(CA, CERTIFICATE, KEY, TOKEN_FILE).stream()
            .anyMatch(file -> file.name().equals(key))
        || (SWITCHES.claims(key) && (key.endsWith(".pipeline") || key.endsWith(".p4info")));
  }

  private static SettingKey<String> file(String name, String meaning) {
    return SettingKey.text(name, NONE, meaning, Function.identity());
  }

  private static SettingKey<String> address(String name, String meaning) {
    return SettingKey.text(
        name,
        NONE,
        meaning,
        text -> {
          Matcher matcher = ADDRESS.matcher(text);
          if (text.equals(NONE)
              || (matcher.matches() && Integer.parseInt(matcher.group(2)) <= LAST_PORT)) {
            return text;
          }
          throw new UserInputException("'" + text + "' is not an address: write host:port");
        });
  }

  private static String prefix(String text) {
    if (Ipv4Prefix.find(text)
        .filter(prefix -> prefix.length() <= LONGEST_LINK_PREFIX)
        .isPresent()) {
      return text;
    }
    throw new UserInputException("'" + text + "' is not a prefix, such as 172.16.0.0/16");
  }
}
