package io.smartt.experiment.exercise;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.endhost.EndHost;

/**
 * An exercise's {@code topology.json} (tutorials/utils/run_exercise.py). Paths in it are relative
 * to the exercise's folder, which is the file's or the one above.
 *
 * @param file the topology file
 * @param hosts in the order of the file
 * @param switches in the order of the file, which numbers their device ids from 0
 * @param links in the order of the file
 */
public record Exercise(
    Path file,
    Map<String, HostSpec> hosts,
    Map<String, SwitchSpec> switches,
    List<LinkSpec> links) {
  private static final Pattern TIME = Pattern.compile("\\d+(?:\\.\\d+)?\\s*(us|ms|s)?");
  private static final Pattern PORT = Pattern.compile("([^-]+)-p(\\d+)");

  /**
   * A host.
   *
   * @param ip with its prefix length
   * @param mac as it is written
   * @param commands to run on it
   */
  public record HostSpec(String ip, String mac, List<String> commands) {}

  /**
   * A switch.
   *
   * @param deviceId of P4Runtime
   * @param runtime its runtime file
   * @param program BMv2 JSON of its own
   * @param cpuPort where packets to the controller go
   * @param priorityQueues how many queues a port has
   * @param cliInput its file of simple_switch_CLI's commands
   */
  public record SwitchSpec(
      int deviceId,
      Optional<Path> runtime,
      Optional<Path> program,
      OptionalInt cpuPort,
      int priorityQueues,
      Optional<Path> cliInput) {}

  /** An end of a link: a host (port 0) or a port of a switch. */
  public record End(String node, int port) {
    @Override
    public String toString() {
      return port == 0 ? node : node + "-p" + port;
    }
  }

  /**
   * A link.
   *
   * @param rateBps bits per second; 0 for no limit
   * @param delayPs one way
   */
  public record LinkSpec(End a, End b, long rateBps, long delayPs) {
    /** The other end. */
    public End peer(String node) {
      return a.node().equals(node) ? b : a;
    }
  }

  public static Exercise read(Path topology) {
    ExerciseJson json = ExerciseJson.read(topology);
    Path folder = Optional.ofNullable(topology.toAbsolutePath().getParent()).orElseThrow();
    Map<String, HostSpec> hosts = new LinkedHashMap<>();
    json.get("hosts").fields().forEach((name, host) -> hosts.put(name, host(host)));
    Map<String, SwitchSpec> switches = new LinkedHashMap<>();
    json.get("switches")
        .fields()
        .forEach((name, sw) -> switches.put(name, switchSpec(sw, switches.size(), folder)));
    List<LinkSpec> links =
        json.get("links").list().stream().map(given -> link(given, hosts, switches)).toList();
    Exercise exercise = new Exercise(topology, hosts, switches, links);
    exercise.check();
    return exercise;
  }

  private void check() {
    switches.keySet().forEach(this::ports);
    hosts.forEach((name, spec) -> {
      var _ =
          UserInputException.at(
              file + ": hosts." + name,
              () -> EndHost.withKernelStack(_ -> {}, name, spec.ip(), spec.mac(), List.of()));
      if (links.stream()
          .noneMatch(link -> link.a().node().equals(name) || link.b().node().equals(name))) {
        throw new UserInputException(file + ": " + name + " has no link");
      }
    });
  }

  public Map<Integer, LinkSpec> ports(String switchName) {
    Map<Integer, LinkSpec> ports = new TreeMap<>();
    for (LinkSpec link : links) {
      for (End end : List.of(link.a(), link.b())) {
        if (end.node().equals(switchName) && ports.put(end.port(), link) != null) {
          throw new UserInputException(file + ": two links at " + end);
        }
      }
    }
    return ports;
  }

  private static HostSpec host(ExerciseJson json) {
    List<String> commands =
        json.find("commands").stream()
            .flatMap(all -> all.list().stream())
            .map(ExerciseJson::text)
            .toList();
    return new HostSpec(json.get("ip").text(), json.get("mac").text(), commands);
  }

  private static SwitchSpec switchSpec(ExerciseJson json, int id, Path folder) {
    return new SwitchSpec(
        id,
        json.find("runtime_json").map(path -> resolve(path, folder)),
        json.find("program").map(path -> resolve(path, folder)),
        json.find("cpu_port")
            .map(port -> OptionalInt.of(port.integer()))
            .orElseGet(OptionalInt::empty),
        json.find("priority_queues").map(ExerciseJson::integer).orElse(1),
        json.find("cli_input").map(path -> resolve(path, folder)));
  }

  private static Path resolve(ExerciseJson path, Path folder) {
    return find(folder, path.text())
        .orElseThrow(() ->
            path.wrong("names " + path.text() + ", which is not there (nor in the folder above)"));
  }

  /** A file named relative to the exercise's folder, which is this one or the one above it. */
  public static Optional<Path> find(Path folder, String name) {
    Path here = folder.resolve(name);
    if (Files.exists(here)) {
      return Optional.of(here);
    }
    return Optional.ofNullable(folder.getParent())
        .map(above -> above.resolve(name))
        .filter(Files::exists);
  }

  private static LinkSpec link(
      ExerciseJson json, Map<String, HostSpec> hosts, Map<String, SwitchSpec> switches) {
    if (!json.isList() || json.size() < 2 || json.size() > 4) {
      throw json.wrong("is not [end, end, latency, bandwidth], the last two left out or not");
    }
    End a = end(json.at(0), hosts, switches);
    End b = end(json.at(1), hosts, switches);
    if (hosts.containsKey(a.node()) && hosts.containsKey(b.node())) {
      throw json.wrong("joins two hosts; a host is linked to a switch");
    }
    long rate = json.size() > 3 ? rate(json.at(3)) : 0;
    long delay = json.size() > 2 ? delay(json.at(2)) : 0;
    return new LinkSpec(a, b, rate, delay);
  }

  private static End end(
      ExerciseJson json, Map<String, HostSpec> hosts, Map<String, SwitchSpec> switches) {
    String text = json.text();
    if (hosts.containsKey(text)) {
      return new End(text, 0);
    }
    Matcher port = PORT.matcher(text);
    if (port.matches() && switches.containsKey(port.group(1))) {
      return new End(
          port.group(1),
          (int)
              Quantities.whole(port.group(2), 0, Integer.MAX_VALUE)
                  .orElseThrow(
                      () -> json.wrong("is '" + text + "', of which the port is too high")));
    }
    throw json.wrong(
        "is '" + text + "', neither a host of this file nor a port such as s1-p3 of a switch");
  }

  private static long delay(ExerciseJson json) {
    Matcher time = TIME.matcher(json.text());
    if (!time.matches()) {
      throw json.wrong("is '" + json.text() + "', not a latency such as 10ms");
    }
    try {
      // A number without a unit is milliseconds here.
      return Quantities.picoseconds(time.group(1) == null ? json.text() + "ms" : json.text());
    } catch (UserInputException e) {
      throw json.wrong("is '" + json.text() + "', which is too long a latency");
    }
  }

  private static long rate(ExerciseJson json) {
    return Quantities.scaled(json.text(), 6, 1)
        .orElseThrow(() -> json.wrong("is " + json.node() + ", not a bandwidth in Mbps above 0"));
  }
}
