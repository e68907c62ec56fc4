package io.smartt.emulation.cli;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.RunRequest;
import io.smartt.emulation.cli.run.RunCommand.ExperimentRunner;
import io.smartt.experiment.report.MadeUpRun;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.ProcessConsole;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests of {@link Smartt} and its subcommands. */
class SmarttTest {
  private static final RunResult COMPLETED = MadeUpRun.completed(1);

  @Test
  void everyOptionReachesTheRunner() {
    RunRequest request =
        requested(
            "run --profile netns --topology a.topo --workload permutation:4MiB --scheme swift"
                + " --lb plb --trimming off --constants nscc --seed -7 --set queue.size=2bdp"
                + " --set link.rate=1Gbps --capture --out here --threads 3");

    assertThat(request)
        .isEqualTo(
            new RunRequest(
                "netns",
                Map.of(
                    "topology", "a.topo",
                    "workload", "permutation:4MiB",
                    "scheme", "swift",
                    "load-balancer", "plb",
                    "trimming", "off",
                    "constants", "nscc",
                    "seed", "-7"),
                List.of("queue.size=2bdp", "link.rate=1Gbps"),
                true,
                Optional.of(Path.of("here")),
                3,
                Optional.empty(),
                false));
  }

  @Test
  void aCommandIsTheSameWithoutTheOthers() {
    Console console = ProcessConsole.open().console();
    Map<String, CommandLine> all =
        Smartt.commandLine(returning(COMPLETED), console).getSubcommands();
    assertThat(all).hasSizeGreaterThan(20);
    all.forEach((name, command) -> {
      Map<String, CommandLine> alone =
          Smartt.commandLine(returning(COMPLETED), console, name, "--help").getSubcommands();
      assertThat(alone)
          .hasEntrySatisfying(
              name,
              one -> {
                assertThat(one.getUsageMessage()).isEqualTo(command.getUsageMessage());
                assertThat(one.getCommandName()).isEqualTo(name);
              });
    });
  }

  @Test
  void withoutOptionsAllIsLeftToTheVirtualProfile() {
    assertThat(requested("run"))
        .isEqualTo(
            new RunRequest(
                "virtual",
                Map.of(),
                List.of(),
                false,
                Optional.empty(),
                Runtime.getRuntime().availableProcessors(),
                Optional.empty(),
                false));
  }

  @Test
  void aRunEndsWithItsTableAndTheFolder() {
    CommandLineRun run = CommandLineRun.of(returning(COMPLETED), "run");

    assertThat(run.status).isZero();
    assertThat(run.out)
        .contains("slowdown")
        .endsWith("run folder: runs/x" + System.lineSeparator());
    assertThat(run.err).isEmpty();
  }

  @Test
  void jsonIsTheSummaryAndNothingElse() throws IOException {
    ExperimentRunner talkative =
        (request, monitor) -> {
          monitor.stage("programming 8 switches");
          return returning(COMPLETED).run(request, monitor);
        };
    CommandLineRun run = CommandLineRun.of(talkative, "run", "--json");

    JsonNode json = new ObjectMapper().readTree(run.out);
    assertThat(json.at("/flows/finished").asInt()).isEqualTo(15);
    assertThat(run.err).isEqualTo("smartt: programming 8 switches" + System.lineSeparator());
  }

  @Test
  void anInterruptedRunIsNotASuccess() {
    CommandLineRun run = CommandLineRun.of(returning(MadeUpRun.interrupted(1)), "run");

    assertThat(run.status).isEqualTo(1);
    assertThat(run.out).contains("INTERRUPTED: stopped by the user").contains("3 of 15");
  }

  @ParameterizedTest
  @CsvSource({
    "run --topologi x, Unknown option: '--topologi', Did you mean --topology?",
    "run --topo x, Unknown option: '--topo', Did you mean --topology?",
    "run --out, Missing required parameter for option '--out' (DIR), 'smartt run --help' tells",
    "run now, Unmatched argument at index 1: 'now', 'smartt run --help' tells",
    "rum, Unmatched argument at index 0: 'rum', Did you mean run?",
    "rnu, Unmatched argument at index 0: 'rnu', Did you mean run?",
    "'', name a command, 'smartt --help' tells"
  })
  void wrongUsageIsOneLineAndAHint(String args, String message, String hint) {
    CommandLineRun run =
        CommandLineRun.of(
            returning(COMPLETED), args.isEmpty() ? new String[0] : args.split(" ", -1));

    assertThat(run.status).isEqualTo(2);
    assertThat(run.out).isEmpty();
    assertThat(run.err.lines()).hasSize(2);
    assertThat(run.err).startsWith("smartt: " + message.replace("; ", ", ")).contains(hint);
  }

  @ParameterizedTest
  @CsvSource({
    "topology --set queue.size=1, '1' is not a queue size: write 1bdp; 276packets; 1MiB or 9000B",
    "topology --scheme bbr, Unknown option: '--scheme'",
    "topology single;3 --topology testbed, name one of them",
    "workload incast:2x1KiB --profile nosuch, unknown profile 'nosuch'",
    "diff r0, r0: name one folder more; which it is compared with",
    "workload nosuch.cm.gz, nosuch.cm.gz: no such file",
    "lab up mine --live=maybe, --live=maybe: accepted are stay and end",
    "topology --set scheme=bbr, which 'smartt scheme new NAME' begins",
    "topology --set load-balancer=bbr, which 'smartt scheme new NAME --balancer' begins"
  })
  void wrongRequestsAreOneLineThatSaysWhatIsAccepted(String args, String message) {
    CommandLineRun run = CommandLineRun.of(args.replace(';', ',').split(" ", -1));

    assertThat(run.status).isEqualTo(2);
    assertThat(run.out).isEmpty();
    assertThat(run.err.lines().filter(line -> line.startsWith("smartt: "))).hasSize(1);
    assertThat(run.err).contains(message.replace(';', ','));
  }

  @ParameterizedTest
  @CsvSource({"run --out x", "workload x.cm", "topology --profile x.yaml"})
  void whatCannotNameAFileIsWrongUsageInWords(String args) {
    CommandLineRun run = CommandLineRun.of(args.replace("x", "x\0").split(" ", -1));

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err)
        .startsWith("smartt: ")
        .contains("'x\\u0000", "' cannot name a file here (Nul character not allowed)")
        .doesNotContain("java.", "fault");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --out",
        "run --experiment",
        "bundle",
        "export",
        "p4 trace x.json --packet 00 --entries",
        "switch --p4info x.txtpb --json"
      })
  void anEmptyPathIsNotTheFolderInWhichOneIs(String args) {
    CommandLineRun run = CommandLineRun.of((args + " ").split(" ", -1));

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err).startsWith("smartt: ").contains("it is empty; name a file or a folder");
  }

  @Test
  void aNetworkOfAnotherToolThatIsNoneIsRefusedByTheUsersFile(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("two.clab.yml");
    Files.writeString(
        file,
        """
        topology:
          nodes: {a: {kind: linux}, b: {kind: linux}, r: {kind: bridge}, s: {kind: bridge}}
          links:
            - endpoints: ["a:eth1", "r:eth1"]
            - endpoints: ["b:eth1", "s:eth1"]
        """);

    CommandLineRun run = CommandLineRun.of("topology", file + ",switches=bridge");
    assertThat(run.status).isEqualTo(2);
    assertThat(run.err.lines())
        .last()
        .isEqualTo("smartt: two.clab.yml: two.clab.links: host b has no path to host a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --out",
        "sweep --vary seed=1,2 --out",
        "paper fig 10 --out",
        "bench --out",
        "diff r0 r1 --out",
        "bundle r0 --out",
        "bundle verify b.tar.gz --out",
        "export r0 --out",
        "workload incast:1KiB --out",
        "trace flows t.pcapng --series",
        "plan --profile tofino --patch",
        "switch --log-file"
      })
  void aPlaceThatCannotBeWrittenIsRefusedBeforeAnythingIsDone(String args, @TempDir Path folder)
      throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    String option = args.substring(args.lastIndexOf(' ') + 1);

    CommandLineRun run = CommandLineRun.of((args + " " + file.resolve("place")).split(" ", -1));

    assertThat(run.status).isEqualTo(2);
    assertThat(run.out).isEmpty();
    assertThat(run.err)
        .startsWith(
            "smartt: " + option + ": nothing can be written at " + file.resolve("place") + ": ");
  }

  @Test
  void whatATerminalWouldObeyIsSpelledOut() {
    CommandLineRun run =
        CommandLineRun.of(
            throwing(new UserInputException("x.cm:7: '\u001b]0;title\u0007\u009b'")), "run");

    assertThat(run.err)
        .isEqualTo("smartt: x.cm:7: '\\u001b]0;title\\u0007\\u009b'" + System.lineSeparator());
  }

  @Test
  void filesOfOtherEditorsAreRead(@TempDir Path folder) throws IOException {
    Path profile = folder.resolve("mine.yaml");
    Files.write(profile, "\uFEFFfabric: virtual\r\ntopology: single,3\r\n".getBytes(UTF_16LE));
    Path matrix = folder.resolve("mine.cm.gz");
    String flows = CommandLineRun.of("workload", "incast:2x1KiB", "--topology", "single,3").out;
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(matrix))) {
      packed.write(flows.replace("\n", "\r\n").getBytes(UTF_8));
    }

    CommandLineRun run = CommandLineRun.of("workload", "" + matrix, "--profile", "" + profile);
    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo(flows);
  }

  @Test
  void wrongInputEndsWithTwoAndAFailedRunWithOneWithoutStackTrace() {
    CommandLineRun wrong =
        CommandLineRun.of(throwing(new UserInputException("x.cm:7: no size")), "run");
    CommandLineRun failed =
        CommandLineRun.of(throwing(new RunFailedException("leaf1 refused an entry")), "run");

    assertThat(wrong.status).isEqualTo(2);
    assertThat(wrong.err).isEqualTo("smartt: x.cm:7: no size" + System.lineSeparator());
    assertThat(failed.status).isEqualTo(1);
    assertThat(failed.err).isEqualTo("smartt: leaf1 refused an entry" + System.lineSeparator());
  }

  @Test
  void theFirstFailureIsSaidBeforeThoseThatCameWhenItTidiedUp() {
    RunFailedException failure = new RunFailedException("leaf1 refused an entry");
    failure.addSuppressed(new RunFailedException("network n is in use"));
    failure.addSuppressed(new IllegalStateException("closed twice"));

    CommandLineRun failed = CommandLineRun.of(throwing(failure), "run");

    assertThat(failed.status).isEqualTo(1);
    assertThat(failed.err.lines())
        .containsExactly("smartt: leaf1 refused an entry", "smartt: and then: network n is in use");
  }

  @ParameterizedTest
  @CsvSource({"--debug run", "run --debug"})
  void debugShowsWhereAFaultHappened(String args) {
    ExperimentRunner faulty = throwing(new IllegalStateException("queue of -1 packets"));

    CommandLineRun quiet = CommandLineRun.of(faulty, "run");
    CommandLineRun debug = CommandLineRun.of(faulty, args.split(" ", -1));

    assertThat(quiet.status).isEqualTo(1);
    assertThat(quiet.err.lines()).hasSize(1);
    assertThat(quiet.err).contains("a fault of this program").contains("queue of -1 packets");
    assertThat(debug.err).contains("at io.smartt.emulation.cli.SmarttTest");
  }

  @Test
  void helpNamesEveryChoiceAndShowsExamples() {
    CommandLineRun run = CommandLineRun.of(returning(COMPLETED), "run", "--help");

    assertThat(run.status).isZero();
    assertThat(run.out)
        .contains(
            "eqds+mprdma", "ops-rounds", "FILE.java", "(p4)", "(asic)", "(off)", "(nscc)", "(ue)")
        .contains("smartt run --workload permutation:4MiB --seed 2");
    assertThat(run.out.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void versionIsTheBuilds() {
    assertThat(CommandLineRun.of(returning(COMPLETED), "--version").out)
        .containsPattern("smartt \\d+\\.\\d+\\.\\d+");
  }

  @Test
  void completionKnowsTheSchemes() {
    CommandLineRun run = CommandLineRun.of(returning(COMPLETED), "generate-completion");

    assertThat(run.status).isZero();
    assertThat(run.out).contains("complete -F").contains("\"eqds+smartt\"");
  }

  @Test
  void completionKnowsProfilesKeysAndTheBeginningsOfNames() {
    CommandLineRun run = CommandLineRun.of(returning(COMPLETED), "generate-completion");

    assertThat(run.out)
        .contains("\"virtual\"", "\"link.rate=\"", "\"leafspine,\"", "\"permutation:\"");
  }

  /** The script keeps the choices of an option under the label of its value. */
  @Test
  void completionOffersEachOptionItsOwnChoices() {
    CommandLineRun run = CommandLineRun.of(returning(COMPLETED), "generate-completion");

    Pattern choices = Pattern.compile("local (\\w+_option_args)=.*");
    Set<String> ofOneCommand = new HashSet<>();
    int found = 0;
    for (String line : run.out.lines().toList()) {
      if (line.startsWith("function ")) {
        ofOneCommand.clear();
      }
      Matcher choice = choices.matcher(line.strip());
      if (choice.matches()) {
        found++;
        assertThat(ofOneCommand.add(choice.group(1))).as(line).isTrue();
      }
    }
    assertThat(found).isGreaterThan(10);
  }

  @Test
  void helpOfACommandIsThatOfItsOption() {
    CommandLineRun run = CommandLineRun.of(returning(COMPLETED), "help", "run");

    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).isEqualTo(CommandLineRun.of(returning(COMPLETED), "run", "--help").out);
  }

  private static RunRequest requested(String args) {
    List<RunRequest> seen = new ArrayList<>();
    ExperimentRunner runner =
        (request, monitor) -> {
          seen.add(request);
          return returning(COMPLETED).run(request, monitor);
        };
    CommandLineRun run = CommandLineRun.of(runner, args.split(" ", -1));
    assertThat(run.err).isEmpty();
    return seen.getFirst();
  }

  private static ExperimentRunner returning(RunResult result) {
    return (request, monitor) -> new RunOutcome(result.summary(), Path.of("runs/x"));
  }

  private static ExperimentRunner throwing(RuntimeException e) {
    return (request, monitor) -> {
      throw e;
    };
  }
}
