package io.smartt.needs;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * What this machine has of what tests need: root, and programs on the PATH. The one place that
 * decides between a skipped test and a failed one.
 */
public final class Machine {
  /** Not a program: the rights of root. */
  public static final String ROOT = "root";

  /** Programs that tests may need, and Debian's packages of them; empty where Debian has none. */
  public static final Map<String, String> PACKAGES =
      Map.ofEntries(
          Map.entry("chromium", "chromium"),
          Map.entry("containerd", "containerd"),
          Map.entry("docker", "docker.io"),
          Map.entry("docker-compose", "docker-compose"),
          Map.entry("docker-proxy", "docker.io"),
          Map.entry("dockerd", "docker.io"),
          Map.entry("ifconfig", "net-tools"),
          Map.entry("ip", "iproute2"),
          Map.entry("iptables", "iptables"),
          Map.entry("mount", "mount"),
          Map.entry("munged", "munge"),
          Map.entry("nsenter", "util-linux"),
          Map.entry("p4c-bm2-ss", ""),
          Map.entry("ping", "iputils-ping"),
          Map.entry("prometheus", "prometheus"),
          Map.entry("promtool", "prometheus"),
          Map.entry("python3", "python3"),
          Map.entry("runc", "runc"),
          Map.entry("scancel", "slurm-client"),
          Map.entry("sbatch", "slurm-client"),
          Map.entry("scontrol", "slurm-client"),
          Map.entry("setpriv", "util-linux"),
          Map.entry("simple_switch_grpc", ""),
          Map.entry("sinfo", "slurm-client"),
          Map.entry("slurmctld", "slurmctld"),
          Map.entry("slurmd", "slurmd"),
          Map.entry("socat", "socat"),
          Map.entry("squeue", "slurm-client"),
          Map.entry("ssh", "openssh-client"),
          Map.entry("ssh-keygen", "openssh-client"),
          Map.entry("sshd", "openssh-server"),
          Map.entry("tshark", "tshark"),
          Map.entry("umount", "mount"),
          Map.entry("unshare", "util-linux"));

  /** Daemons are started by their full names: a PATH may lack their folder. */
  private static final List<String> DAEMONS =
      List.of("dockerd", "munged", "slurmctld", "slurmd", "sshd");

  private final Map<String, String> environment;
  private final boolean root;

  Machine(Map<String, String> environment, boolean root) {
    this.environment = environment;
    this.root = root;
  }

  /** This one. */
  public static Machine here() {
    return new Machine(System.getenv(), "root".equals(System.getProperty("user.name")));
  }

  /**
   * Skips the calling test where something is missing, or fails it where SMARTT_REQUIRE has its
   * kind.
   *
   * @param needed programs, or {@link #ROOT}
   */
  public static void require(String kind, String... needed) {
    here().missing(needed).ifPresent(what -> skip(kind, what));
  }

  /** The same for what the caller has found out: the machine cannot do what the test needs. */
  public static void skip(String kind, String why) {
    here().refuseIfRequired(kind, why);
    Assumptions.abort(why);
  }

  /**
   * The same for a native library.
   *
   * @param name without prefix and ending
   * @param debianPackage what brings it on Debian
   */
  public static void requireLibrary(String kind, String name, String debianPackage) {
    if (Stream.of("lib" + name + ".so", "lib" + name + ".so.0.8", "lib" + name + ".dylib")
        .noneMatch(Machine::loads)) {
      skip(kind, "needs lib" + name + " (apt-get install " + debianPackage + ")");
    }
  }

  @SuppressWarnings("restricted") // a look at what is there, no call
  private static boolean loads(String file) {
    try (Arena arena = Arena.ofConfined()) {
      return SymbolLookup.libraryLookup(file, arena).find("").isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The program's file, which {@link #require} has looked for. */
  public static Path program(String kind, String name) {
    require(kind, name);
    return here().find(name).orElseThrow();
  }

  /** Words that name what is missing, with the command that brings it; empty if all is there. */
  Optional<String> missing(String... needed) {
    List<String> absent =
        Stream.of(needed)
            .filter(name -> name.equals(ROOT) ? !root : find(name).isEmpty())
            .sorted()
            .toList();
    if (absent.isEmpty()) {
      return Optional.empty();
    }
    List<String> packages =
        absent.stream()
            .filter(name -> !name.equals(ROOT))
            .map(name -> PACKAGES.getOrDefault(name, ""))
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList();
    return Optional.of(
        "needs "
            + String.join(", ", absent)
            + (packages.isEmpty() ? "" : " (apt-get install " + String.join(" ", packages) + ")"));
  }

  void refuseIfRequired(String kind, String why) {
    if (List.of(environment.getOrDefault("SMARTT_REQUIRE", "").split(",", -1)).contains(kind)) {
      throw new AssertionError(why + ", and SMARTT_REQUIRE has " + kind);
    }
  }

  private Optional<Path> find(String name) {
    if (!PACKAGES.containsKey(name)) {
      throw new IllegalArgumentException("Machine.PACKAGES does not list '" + name + "'");
    }
    return Stream.concat(
            Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)),
            DAEMONS.contains(name) ? Stream.of("/usr/sbin") : Stream.empty())
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isRegularFile)
        .filter(Files::isExecutable)
        .findFirst();
  }
}
