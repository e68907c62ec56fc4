package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.Polling;
import io.smartt.needs.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A Slurm for tests: Debian's slurmctld with two slurmd, {@code n1} and {@code n2}, and a munged of
 * its own, all on this machine. Needs root.
 */
final class PrivateSlurm implements AutoCloseable {
  private static final String[] NEEDED = {
    Machine.ROOT,
    "munged",
    "sbatch",
    "scancel",
    "scontrol",
    "sinfo",
    "slurmctld",
    "slurmd",
    "squeue"
  };
  private static final int KEY_BYTES = 1_024;
  private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(2);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path folder;
  private final List<Process> daemons = new ArrayList<>();

  /**
   * Starts it; skips the test where that cannot be, or fails it if SMARTT_REQUIRE has slurm.
   *
   * @param folder that is empty, with a short path: that of a socket has 107 characters
   */
  PrivateSlurm(Path folder) throws IOException {
    this.folder = folder;
    Machine.require("slurm", NEEDED);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    Path keyFile = folder.resolve("munge.key");
    Files.write(keyFile, key);
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("r--------"));
    Files.createDirectory(folder.resolve("state"));
    Files.writeString(conf(), configuration());
    try {
      daemons.add(
          daemon(
              "munged",
              "munged",
              "--foreground",
              "--key-file=" + keyFile,
              "--socket=" + folder.resolve("munge.socket"),
              "--pid-file=" + folder.resolve("munge.pid"),
              "--log-file=" + folder.resolve("munge.log"),
              "--seed-file=" + folder.resolve("munge.seed")));
      await("munged", () -> Files.exists(folder.resolve("munge.socket")));
      daemons.add(daemon("ctld", "slurmctld", "-D", "-f", conf().toString()));
      for (String node : List.of("n1", "n2")) {
        daemons.add(daemon(node, "slurmd", "-D", "-N", node, "-f", conf().toString()));
      }
      await("two idle nodes", () -> call("sinfo", "-hN", "-o", "%T").out().equals("idle\nidle\n"));
    } catch (IOException | RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private String configuration() throws IOException {
    String host = InetAddress.getLocalHost().getHostName().replaceFirst("\\..*", "");
    List<Integer> ports = freePorts(3);
    return """
    ClusterName=smartt
    SlurmctldHost=%1$s(127.0.0.1)
    SlurmUser=root
    SlurmdUser=root
    SlurmctldPort=%3$d
    AuthType=auth/munge
    AuthInfo=socket=%2$s/munge.socket
    CredType=cred/munge
    StateSaveLocation=%2$s/state
    SlurmdSpoolDir=%2$s/spool.%%n
    SlurmctldPidFile=%2$s/ctld.pid
    SlurmdPidFile=%2$s/slurmd.%%n.pid
    ProctrackType=proctrack/pgid
    TaskPlugin=task/none
    MpiDefault=none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_CPU
    ReturnToService=2
    SlurmdParameters=config_overrides
    KillWait=2
    NodeName=n1 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%4$d CPUs=1
    NodeName=n2 NodeHostname=%1$s NodeAddr=127.0.0.1 Port=%5$d CPUs=1
    PartitionName=all Nodes=n1,n2 Default=YES State=UP MaxTime=INFINITE
    """
        .formatted(host, folder, ports.get(0), ports.get(1), ports.get(2));
  }

  /**
   * Returns ports that nobody listens on, for servers that take no port 0 and have theirs in their
   * configuration. They are below the range that Linux gives to connections, so that none of these
   * takes them meanwhile, and they are held together, so that no two are the same.
   */
  static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      while (held.size() < count) {
        int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
        try {
          held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (BindException e) {
          // Somebody has it.
        }
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private Process daemon(String name, String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".out").toFile());
    builder.environment().put("SLURM_CONF", conf().toString());
    builder.environment().merge("PATH", "/usr/sbin", (path, sbin) -> path + ":" + sbin);
    return builder.start();
  }

  interface Condition {
    boolean holds();
  }

  static void await(String what, Condition condition) {
    assertThat(
            Polling.until(
                what,
                PATIENCE_NS,
                LOOK_NS,
                () -> condition.holds() ? Optional.of(true) : Optional.empty()))
        .as(what)
        .isPresent();
  }

  /** The file that Slurm's commands find it by, in SLURM_CONF. */
  Path conf() {
    return folder.resolve("slurm.conf");
  }

  /** Runs a command of Slurm. */
  Netns.Ended call(String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SLURM_CONF", conf().toString());
    try {
      return Netns.wait(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    daemons.reversed().forEach(ProcessTree::end);
  }
}
