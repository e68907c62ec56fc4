package io.smartt.switchd.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.process.SwitchRequest;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Command lines as Mininet scripts, the p4lang tutorials and p4-utils write them. */
class SwitchCommandTest {
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private SwitchRequest parse(String line) {
    SwitchCommand command =
        new SwitchCommand(new Console(new PrintWriter(err), new PrintWriter(err), false));
    var _ =
        SwitchCommand.configured(new CommandLine(command))
            .parseArgs(line.replace("DIR", folder.toString()).split(" +"));
    return command.request();
  }

  @Test
  void theTutorialsRunnersLine() {
    SwitchRequest request =
        parse(
            "-i 1@s1-eth1 -i 2@s1-eth2 --pcap DIR --nanolog ipc:///tmp/bm-0-log.ipc --device-id 0"
                + " build/basic.json --log-console --thrift-port 9090 --"
                + " --grpc-server-addr 0.0.0.0:50051");

    assertThat(request.ports()).hasToString("{1=s1-eth1, 2=s1-eth2}");
    assertThat(request.pcapFolder()).contains(folder);
    assertThat(request.program()).contains(Path.of("build/basic.json"));
    assertThat(request.settings().deviceId()).isZero();
    assertThat(request.log().console()).isTrue();
    assertThat(request.log().level()).isEqualTo(SwitchLog.Level.TRACE);
    assertThat(request.p4Runtime().getHostString()).isEqualTo("0.0.0.0");
    assertThat(request.p4Runtime().getPort()).isEqualTo(50051);
    assertThat(request.thrift()).hasToString("Optional[/127.0.0.1:9090]");
    assertThat(err.toString()).contains("--nanolog is ignored");
  }

  @Test
  void theTutorialsRunnersLineForAControllerThatBringsTheProgram() {
    SwitchRequest request =
        parse(
            "-i 1@s1-eth1 --pcap DIR --device-id 3 --no-p4 --log-console --thrift-port 9091 --"
                + " --grpc-server-addr 0.0.0.0:50052 --cpu-port 255 --drop-port 510"
                + " --priority-queues 8");

    assertThat(request.program()).isEmpty();
    assertThat(request.settings().deviceId()).isEqualTo(3);
    assertThat(request.settings().cpuPort()).isEqualTo(OptionalInt.of(255));
    assertThat(request.settings().dropPort()).isEqualTo(510);
    assertThat(request.settings().queues()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--no-p4 -- --grpc-server-addr 0.0.0.0:0",
        "--no-p4 --ctl-addr [::]:0 -- --grpc-server-addr 127.0.0.1:0",
        "--no-p4 -- --grpc-server-addr 0.0.0.0:0 --tls-cert c.pem --tls-key k.pem"
      })
  void aServerForOthersThanThisMachineAsksWhoTheyAre(String line) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        SwitchMain.execute(
            new Console(new PrintWriter(out), new PrintWriter(err), false), line.split(" +", -1));

    assertThat(status).isEqualTo(2);
    assertThat(err.toString())
        .containsPattern("smartt: --(grpc-server|ctl)-addr \\S+:0: all that reach it could rewrite")
        .contains("--tls-ca", "--insecure", "SMARTT_SWITCH_INSECURE=true");
  }

  @Test
  void underTheNameOfBmv2AnyAddressIsThisMachine() {
    SwitchRequest request = parse("--loopback-for-any --no-p4 -- --grpc-server-addr 0.0.0.0:50051");
    assertThat(request.p4Runtime())
        .isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 50051));
    assertThat(
            parse("--loopback-for-any --insecure --no-p4 -- --grpc-server-addr 0.0.0.0:50051")
                .p4Runtime())
        .isEqualTo(new InetSocketAddress("0.0.0.0", 50051));
    assertThat(parse("--loopback-for-any --no-p4 -- --grpc-server-addr 192.0.2.1:1").p4Runtime())
        .isEqualTo(new InetSocketAddress("192.0.2.1", 1));
  }

  @Test
  void thriftHasNoTlsThatWouldMakeItSafe() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        SwitchMain.execute(
            new Console(new PrintWriter(out), new PrintWriter(err), false),
            ("--no-p4 --thrift-port 0.0.0.0:0 --grpc-server-addr 127.0.0.1:0"
                    + " --tls-cert c --tls-key k --tls-ca a")
                .split(" "));

    assertThat(status).isEqualTo(2);
    assertThat(err.toString())
        .contains("--thrift-port 0.0.0.0:0: all that reach it could rewrite tables", "no TLS")
        .contains("--insecure");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--no-p4 --insecure -- --grpc-server-addr 0.0.0.0:0",
        "--no-p4 --insecure --thrift-port 0.0.0.0:0",
        "--no-p4 -- --grpc-server-addr [::1]:0",
        "--no-p4 -- --grpc-server-addr 0.0.0.0:0 --tls-cert c --tls-key k --tls-ca a"
      })
  void aServerThatIsSafeOrMeantToBeOpenStarts(String line) {
    SwitchCommand command =
        new SwitchCommand(new Console(new PrintWriter(err), new PrintWriter(err), false));
    var _ = SwitchCommand.configured(new CommandLine(command)).parseArgs(line.split(" +", -1));

    assertThatCode(command::safeRequest).doesNotThrowAnyException();
  }

  @Test
  void limitsOfMulticastAreLetPassTogether() {
    var _ = parse("--no-p4 -- --max-mc-groups 10 --max-l1-entries 20 --max-l2-entries 30");

    assertThat(err.toString())
        .contains("--max-l2-entries is ignored: multicast has no such limits");
  }

  @Test
  void deviceIdsHaveNoSign() {
    assertThat(parse("--no-p4 --device-id 18446744073709551615").settings().deviceId())
        .isEqualTo(-1);
    assertThatThrownBy(() -> parse("--no-p4 --device-id -1"))
        .hasMessageContaining("'-1' is no device id; accepted are 0 to 18446744073709551615");
  }

  @Test
  void p4UtilsLine() {
    SwitchRequest request =
        parse(
            "-i 1@s1-eth1 --pcap=DIR --device-id 1 --nanolog ipc:///tmp/x --log-file DIR/s1"
                + " --log-flush --log-level info prog.json -- --grpc-server-addr 0.0.0.0:9559"
                + " --cpu-port 510");

    assertThat(request.pcapFolder()).contains(folder);
    assertThat(request.log().file()).contains(folder.resolve("s1"));
    assertThat(request.log().flushed()).isTrue();
    assertThat(request.log().level()).isEqualTo(SwitchLog.Level.INFO);
    assertThat(request.program()).contains(Path.of("prog.json"));
  }

  @Test
  void pcapWithoutFolderDoesNotSwallowTheProgram() {
    SwitchRequest request = parse("--pcap prog.json -i 1@a");

    assertThat(request.pcapFolder()).contains(Path.of("."));
    assertThat(request.program()).contains(Path.of("prog.json"));
  }

  @Test
  void itListensOnLoopbackUnlessTold() {
    SwitchRequest request = parse("prog.json");

    assertThat(request.p4Runtime().getHostString()).isEqualTo("127.0.0.1");
    assertThat(request.p4Runtime().getPort()).isEqualTo(9559);
    assertThat(request.control()).isEmpty();
    assertThat(request.tls()).isEmpty();
    assertThat(request.strict()).isFalse();
  }

  @Test
  void mutualTlsInOurWordsAndInSimpleSwitchs() {
    SwitchRequest ours = parse("p.json --tls-cert c --tls-key k --tls-ca a");
    SwitchRequest theirs =
        parse(
            "p.json -- --grpc-server-ssl --grpc-server-cert c --grpc-server-key k"
                + " --grpc-server-cacert a --grpc-server-with-client-auth");

    assertThat(theirs.tls()).isPresent().isEqualTo(ours.tls());
    assertThat(ours.tls().orElseThrow().clientCa()).isEqualTo(Optional.of(Path.of("a")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-i 1@a | name a program",
        "p.json -i veth1 | write PORT@NAME",
        "p.json -i 1@ | no interface is named",
        "p.json -i 1@a -i 1@b | port 1 is given twice",
        "p.json --priority-queues 9 | a port has 1 to 8",
        "p.json --drop-port 512 | 1 to 511",
        "p.json --cpu-port 511 | both CPU port and drop port",
        "p.json --grpc-server-addr 9559 | write HOST:PORT",
        "p.json --grpc-server-addr a:99999 | write HOST:PORT",
        "p.json --log-level loud | trace, debug, info",
        "p.json --log-console --log-file x | exclude each other",
        "p.json --pcap=/nonexistent | no such folder",
        "p.json --tls-cert c | both a certificate and a key",
        "p.json --strict | device id 0 is not valid",
        "p.json --restore-state f | --restore-state is not supported",
        "p.json --packet-in x | --packet-in is not supported",
        "p.json -- --dp-grpc-server-addr x | --dp-grpc-server-addr is not supported"
      })
  void wrongLinesSayWhatIsAccepted(String line, String problem) {
    assertThatThrownBy(() -> parse(line))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void wrongUsageEndsWithStatusTwoAndOneLine() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        SwitchMain.execute(
            new Console(new PrintWriter(out), new PrintWriter(err), false),
            folder.resolve("missing.json").toString(),
            "--grpc-server-addr",
            "127.0.0.1:0");

    assertThat(status).isEqualTo(2);
    assertThat(err.toString().strip().lines()).hasSize(1);
    assertThat(err.toString()).contains("missing.json: no such file");
    assertThat(Files.exists(folder.resolve("missing.json"))).isFalse();
  }
}
