package io.smartt.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.FabricSettings.SettingFamily;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.realtime.ServerAccess;
import io.smartt.testbed.TestbedSwitch.TargetKind;

/** Settings that describe real switches and servers. */
public final class TestbedKeys {
  private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:]+]|[^\\s:]+):(\\d{1,5})");
  private static final int LAST_PORT = 65_535;

  /** The user that switches with SONiC know. */
  public static final SettingKey<String> USER =
      SettingKey.text(
          "tls.user",
          SettingKey.NONE,
          "User of switches with SONiC that authenticate by password.",
          Function.identity());

  /** The password that this user shows. */
  public static final SettingKey<String> PASSWORD_FILE =
      SettingKey.file("tls.password-file", "File with that user's password.");

  /** The time for which hosts send to each other first. */
  public static final SettingKey<Double> WARM_UP_S =
      SettingKey.number(
          "testbed.warm-up-s",
          0,
          600,
          "3",
          "Seconds at most of other traffic before the experiment's, through which agents that were"
              + " just started become as fast as they get; 0: none.");

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
                  TestbedSwitch.ConnectionKind.class,
                  "auto",
                  "How it is reached: tls, plain, or auto (tls where 'tls.ca' is given, bmv2"
                      + " plain)."),
              SettingKey.file("pipeline", "The compiler's .conf of the program, for stratum."),
              SettingKey.file("p4info", "The compiler's P4Info of the program, for stratum."),
              SettingKey.text(
                  "ports.*",
                  SettingKey.NONE,
                  "The port of each of its links, by node and peer: leaf1-h1: Ethernet0.",
                  Function.identity())),
          Map.of(
              "target=bmv2",
              Map.of(SettingKeys.PROGRAM.name(), SwitchKind.PROGRAM_OF_PACKET_QUEUES)));

  /** The servers. */
  public static final SettingFamily HOSTS =
      new SettingFamily(
          "hosts",
          "The servers of a testbed by host name; 'all' for what holds for each.",
          List.of(
              address("agent", "Where its agent's gRPC API listens, host:port."),
              SettingKey.text(
                  "interface",
                  SettingKey.NONE,
                  "Its network interface in the fabric.",
                  Function.identity()),
              SettingKey.text(
                  "mac",
                  SettingKey.NONE,
                  "That interface's MAC address, if not 02:...",
                  Function.identity()),
              SettingKey.text(
                  "driver",
                  SettingKey.NONE,
                  "Driver that the pre-flight check expects; none: any.",
                  Function.identity())),
          Map.of());

  private TestbedKeys() {}

  static List<SettingKey<?>> keys() {
    return Stream.of(
            ServerAccess.KEYS,
            List.of(USER, PASSWORD_FILE, SettingKeys.APPLY, WARM_UP_S),
            SonicPlans.SonicSettings.SECTION.keys(),
            P4Plans.TofinoSettings.SECTION.keys())
        .<SettingKey<?>>flatMap(List::stream)
        .toList();
  }

  /** Returns the names of all, of families with a dot behind. */
  static List<String> names() {
    return Stream.concat(
            keys().stream().<String>map(SettingKey::name),
            families().stream().map(family -> family.name() + "."))
        .toList();
  }

  static List<SettingFamily> families() {
    return List.of(SWITCHES, HOSTS);
  }

  private static SettingKey<String> address(String name, String meaning) {
    return SettingKey.text(
        name,
        SettingKey.NONE,
        meaning,
        text -> {
          Matcher matcher = ADDRESS.matcher(text);
          if (text.equals(SettingKey.NONE)
              || (matcher.matches() && Integer.parseInt(matcher.group(2)) <= LAST_PORT)) {
            return text;
          }
          throw new UserInputException("'" + text + "' is not an address: write host:port");
        });
  }
}
