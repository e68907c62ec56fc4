package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server of OpenSSH's for tests, on loopback, with keys of its own. Needs root. */
final class PrivateSshd implements AutoCloseable {
  private final Path folder;
  private final int port;
  private final Process daemon;

  /** Starts it; skips the test where that cannot be, or fails it if SMARTT_REQUIRE has ssh. */
  PrivateSshd(Path folder) throws IOException {
    this.folder = folder;
    Machine.require("ssh", Machine.ROOT, "ssh", "ssh-keygen", "sshd");
    Path sshd = Machine.program("ssh", "sshd");
    port = PrivateSlurm.freePorts(1).getFirst();
    for (String name : List.of("host", "user")) {
      Netns.Ended made =
          Netns.wait(
              new ProcessBuilder(
                      "ssh-keygen",
                      "-q",
                      "-t",
                      "ed25519",
                      "-N",
                      "",
                      "-f",
                      "" + folder.resolve(name))
                  .redirectErrorStream(true)
                  .start());
      assertThat(made.status()).as(made.out()).isZero();
    }
    Path config = folder.resolve("sshd.conf");
    Files.writeString(
        config,
        """
        ListenAddress 127.0.0.1:%1$d
        HostKey %2$s/host
        AuthorizedKeysFile %2$s/user.pub
        PasswordAuthentication no
        PermitRootLogin prohibit-password
        StrictModes no
        UsePAM no
        PidFile none
        """
            .formatted(port, folder));
    // Where it leaves its rights; Debian's service makes it at its start.
    Files.createDirectories(Path.of("/run/sshd"));
    daemon =
        new ProcessBuilder(sshd.toString(), "-D", "-e", "-f", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    try {
      PrivateSlurm.await("sshd", this::listens);
    } catch (RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private boolean listens() {
    try {
      return Files.readString(folder.resolve("said")).contains("Server listening on 127.0.0.1");
    } catch (IOException e) {
      return false;
    }
  }

  /** Lines of a client's configuration by which a name leads to it. */
  String client(String name) {
    return """
    Host %s
      HostName 127.0.0.1
      Port %d
      User root
      IdentityFile %s/user
      IdentitiesOnly yes
      BatchMode yes
      StrictHostKeyChecking no
      UserKnownHostsFile /dev/null
      LogLevel ERROR
    """
        .formatted(name, port, folder);
  }

  /**
   * Lines by which a name leads to a port where nobody listens.
   *
   * @param taken bound, so that nobody else can listen there
   */
  static String nobody(String name, Socket taken) {
    return "Host %s%n  HostName 127.0.0.1%n  Port %d%n  BatchMode yes%n"
        .formatted(name, taken.getLocalPort());
  }

  /** Ends it with its sessions, as a machine does that loses its power. */
  void kill() {
    ProcessTree.kill(daemon);
  }

  @Override
  public void close() {
    kill();
  }
}
