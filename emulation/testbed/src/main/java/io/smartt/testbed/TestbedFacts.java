package io.smartt.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.experiment.settings.Choice;
import io.smartt.experiment.settings.FabricSettings.SettingFamily;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.Settings;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.realtime.ServerAccess;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.sonic.GnmiTarget.GnmiLogin;

/** The facts that a profile gives of real switches and servers. */
public final class TestbedFacts {
  private static final Pattern MAC = Pattern.compile("(\\p{XDigit}{2}:){5}\\p{XDigit}{2}");

  private final Settings settings;
  private final SortedMap<String, String> texts;

  /** Creates the facts of these settings. */
  public TestbedFacts(Settings settings) {
    this.settings = settings;
    texts = settings.ofFamilies();
  }

  /** The switches that the profile names, sorted. */
  public List<TestbedSwitch> boxes() {
    List<TestbedSwitch> boxes = new ArrayList<>();
    for (String name : members(TestbedKeys.SWITCHES)) {
      String target =
          text(TestbedKeys.SWITCHES, name, "target").orElse(TargetKind.SONIC.spelling());
      boxes.add(
          new TestbedSwitch(
              name,
              Choice.parse(TargetKind.class, target),
              text(TestbedKeys.SWITCHES, name, "address"),
              Choice.parse(
                  TestbedSwitch.ConnectionKind.class,
                  text(TestbedKeys.SWITCHES, name, "connection")
                      .orElse(TestbedSwitch.ConnectionKind.AUTO.spelling())),
              text(TestbedKeys.SWITCHES, name, "thrift"),
              text(TestbedKeys.SWITCHES, name, "device-id").map(Long::parseLong).orElse(1L),
              text(TestbedKeys.SWITCHES, name, "pipeline"),
              text(TestbedKeys.SWITCHES, name, "p4info"),
              ports(name)));
    }
    return boxes;
  }

  /** Returns what the profile says of a host. */
  public Server server(String name) {
    return new Server(
        name,
        text(TestbedKeys.HOSTS, name, "agent"),
        text(TestbedKeys.HOSTS, name, "interface"),
        text(TestbedKeys.HOSTS, name, "mac"),
        text(TestbedKeys.HOSTS, name, "driver"));
  }

  /** A host's MAC address: what the profile says, or the topology's. */
  public long mac(Host host) {
    return server(host.name()).mac().map(text -> parseMac(host, text)).orElse(host.mac());
  }

  private static long parseMac(Host host, String text) {
    if (!MAC.matcher(text).matches()) {
      throw new UserInputException(
          "hosts.%s.mac: '%s' is not an address such as 02:00:00:00:00:01"
              .formatted(host.name(), text));
    }
    return Long.parseLong(text.replace(":", ""), 16);
  }

  private List<String> members(SettingFamily family) {
    return texts.keySet().stream()
        .map(key -> key.split("\\.", -1))
        .filter(parts -> parts[0].equals(family.name()))
        .map(parts -> parts[1])
        .filter(name -> !name.equals(SettingFamily.ALL))
        .distinct()
        .toList();
  }

  private Optional<String> text(SettingFamily family, String member, String attribute) {
    return at(family.name() + "." + member + "." + attribute)
        .or(() -> at(family.name() + "." + SettingFamily.ALL + "." + attribute));
  }

  private Optional<String> at(String key) {
    return Optional.ofNullable(texts.get(key)).filter(text -> !text.equals(SettingKey.NONE));
  }

  private Map<String, String> ports(String name) {
    String prefix = TestbedKeys.SWITCHES.name() + "." + name + ".ports.";
    Map<String, String> ports = new LinkedHashMap<>();
    texts.forEach((key, text) -> {
      if (key.startsWith(prefix)) {
        ports.put(key.substring(prefix.length()), text);
      }
    });
    Map<String, String> taken = new TreeMap<>();
    ports.forEach((cable, port) -> {
      String other = taken.put(port, cable);
      if (other != null) {
        throw new UserInputException(
            prefix + cable + ": port " + port + " is that of " + other + " already");
      }
    });
    return ports;
  }

  /** TLS towards switches and agents; empty without an authority. */
  public Optional<TlsClientFiles> tls() {
    return ServerAccess.of(settings).tls();
  }

  /** The token for switches and agents. */
  public Optional<String> token() {
    return ServerAccess.of(settings).token();
  }

  /** The user of switches with SONiC. */
  public Optional<GnmiLogin> login() {
    String user = settings.get(TestbedKeys.USER);
    Optional<Path> password = ServerAccess.path(settings, TestbedKeys.PASSWORD_FILE);
    if (user.equals(SettingKey.NONE) == password.isPresent()) {
      throw new UserInputException("tls.user and tls.password-file go together");
    }
    return password.map(file -> new GnmiLogin(user, ServerAccess.word(file, "password")));
  }

  /** The same as agents want it. */
  public Optional<BearerToken> agentToken() {
    return ServerAccess.of(settings).bearer();
  }

  /**
   * A real host.
   *
   * @param name in the topology
   * @param agent {@code host:port} of its agent's API
   * @param nic its network interface in the fabric
   * @param mac that interface's address, where it is not the topology's
   * @param driver that the pre-flight check expects
   */
  public record Server(
      String name,
      Optional<String> agent,
      Optional<String> nic,
      Optional<String> mac,
      Optional<String> driver) {}
}
