package io.smartt.emulation.cli.live;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.experiment.TopologyOption;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.progress.LiveOptions;
import io.smartt.emulation.cli.progress.ShownRun;
import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabClient.LabPrograms;
import io.smartt.emulation.lab.LabStore;
import io.smartt.emulation.shell.LineShell;
import io.smartt.emulation.shell.LineShell.Completions;
import io.smartt.emulation.shell.NodeNames;
import io.smartt.emulation.shell.Shell;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.view.live.LiveServer.JourneySource;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt shell}. */
@Command(
    name = "shell",
    sortOptions = false,
    header = "A network that stands, and a prompt to work with it, as Mininet has.",
    description = {
      "",
      "Builds a network of P4 switches, programs them and does what is typed: pings, links down",
      "and up, flows of the transport, tables and queues of switches; 'help' lists the verbs.",
      "On the virtual fabric (no root) hosts answer ping and time goes on while a command runs;",
      "on netns (root) hosts run any program. Without a terminal, commands come from a file or",
      "standard input, and the first that fails ends it.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt shell --topology leafspine,2,2,2",
      "  smartt shell --topology tree,2,3 -c pingall -c 'flow h1 h9 10MiB'",
      "  sudo ./smartt shell --profile netns --topology linear,3,1 commands.txt",
      "  sudo ./smartt shell --lab mine",
      "",
      "Ends with 0 if every command worked, 1 if one failed, 2 if one was wrong."
    })
public final class ShellCommand implements Callable<Integer> {
  private static final String PROMPT = "smartt> ";
  private static final Path HISTORY = Path.of(".smartt_history");

  private static final int STANDARD_INPUT = 0;

  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "Commands, one a line.")
  private @Nullable Path file;

  @Mixin private TopologyOption topology = new TopologyOption();

  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      description = "virtual or netns, or a profile of that fabric. Default: virtual.")
  private @Nullable String profile;

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = {"-c", "--command"},
      paramLabel = "COMMAND",
      description = "A command; may be given more than once.")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = "--lab",
      paramLabel = "NAME",
      description = "Works with a lab that 'smartt lab up' built, which stays.")
  private @Nullable String lab;

  @Mixin private LiveOptions live = new LiveOptions();

  private List<String> script = List.of();

  public ShellCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    AtomicBoolean interrupted = new AtomicBoolean();
    // Before a network is built for it.
    script = file == null ? List.of() : InputFile.lines(file);
    if (lab != null) {
      attach(lab, interrupted);
      return 0;
    }
    boolean atTerminal = file == null && commands.isEmpty() && Console.isTerminal(STANDARD_INPUT);
    // The page of a shell ends with it.
    try (ShownRun shown = live.show("smartt shell", JourneySource.NONE, console)) {
      work(ConsoleShellOutput.on(console, atTerminal, interrupted::get, shown), interrupted);
      shown.leave(RunStatus.COMPLETED);
    }
    return 0;
  }

  private void work(ConsoleShellOutput output, AtomicBoolean interrupted) throws IOException {
    // The network first: the programs in it end with it, and have said all then.
    try (ConsoleShellOutput.ProgramOutput _ = output.programs();
        LiveNetwork network = open(output)) {
      Thread teardown = new Thread(network::close, "shell-teardown");
      Runtime.getRuntime().addShutdownHook(teardown);
      try {
        Topology there = network.topology();
        type(
            new Shell(network, output),
            NodeNames.of(there),
            there + " on fabric " + network.fabric(),
            interrupted);
      } finally {
        remove(teardown);
      }
    }
  }

  /** Works with a network that another process holds. */
  private void attach(String name, AtomicBoolean interrupted) throws IOException {
    if (topology.given().isPresent() || profile != null || !settings.given().isEmpty()) {
      throw new UserInputException(
          "--topology, --profile and --set: lab '"
              + name
              + "' has a network; name them at 'lab up'");
    }
    live.refuse("a shell on a lab");
    try (AttachedShell shell = AttachedShell.to(name, console, interrupted)) {
      type(shell, shell.nodes(), shell.description(), interrupted);
    }
  }

  private LiveNetwork open(ConsoleShellOutput output) {
    try (Interruption interruption = Interruption.watch()) {
      LiveNetwork network =
          output.during(monitor ->
              Fabrics.builtIn()
                  .open(
                      experiments.load(
                          Objects.requireNonNullElse(profile, "virtual"),
                          topology.setting(),
                          settings.given(),
                          false),
                      Clock.system(ZoneId.systemDefault()),
                      monitor));
      if (interruption.requested()) {
        throw Closing.after(new RunFailedException("interrupted"), network);
      }
      return network;
    }
  }

  private void type(LineShell shell, NodeNames nodes, String description, AtomicBoolean interrupted)
      throws IOException {
    if (file == null && commands.isEmpty() && Console.isTerminal(STANDARD_INPUT)) {
      console.out().println(description + "; 'help' lists the verbs");
      console.out().flush();
      prompt(shell, new Completions(nodes), console, interrupted);
    } else if (file != null) {
      shell.script(file.toString(), script.iterator());
    } else if (!commands.isEmpty()) {
      shell.script("-c", commands.iterator());
    } else {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        shell.script("standard input", lines.lines().iterator());
      }
    }
  }

  private static void remove(Thread teardown) {
    try {
      Runtime.getRuntime().removeShutdownHook(teardown);
    } catch (IllegalStateException e) {
      // The process is ending; its shutdown hook closes the network.
    }
  }

  /** A shell on a lab: its commands are done by the lab's process, programs run here. */
  static final class AttachedShell implements LineShell, AutoCloseable {
    private final Lab.LabFacts facts;
    private final LabClient client;

    private AttachedShell(Lab.LabFacts facts, LabClient client, AtomicBoolean interrupted) {
      this.facts = facts;
      this.client = client;
      client.interruptWhen(() -> interrupted.getAndSet(false));
    }

    /**
     * Connects to a lab.
     *
     * @param interrupted set by Ctrl-C while a command runs
     */
    static AttachedShell to(String name, Console console, AtomicBoolean interrupted) {
      Lab lab = LabStore.of(System.getenv()).find(name);
      LabClient client =
          LabClient.connect(
              lab,
              text -> {
                console.show(text);
              },
              what -> {
                console.err().println("smartt: " + what);
                console.err().flush();
              },
              new LabPrograms());
      return new AttachedShell(lab.facts().orElseThrow(), client, interrupted);
    }

    NodeNames nodes() {
      return new NodeNames(facts.names("host"), facts.names("switch"));
    }

    String description() {
      return "lab '%s', %s on fabric %s".formatted(facts.name(), facts.topology(), facts.fabric());
    }

    @Override
    public boolean execute(String line) {
      return client.execute(line);
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /**
   * Runs what is typed, with history and completion, until exit or the end of input. A command that
   * fails says so, and the next may be typed.
   *
   * @param interrupted set by Ctrl-C while a command runs
   */
  private static void prompt(
      LineShell shell, Completions completions, Console console, AtomicBoolean interrupted)
      throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      terminal.handle(Terminal.Signal.INT, _ -> interrupted.set(true));
      LineReader reader =
          LineReaderBuilder.builder()
              .terminal(terminal)
              .variable(
                  LineReader.HISTORY_FILE,
                  Path.of(System.getProperty("user.home", ".")).resolve(HISTORY))
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .completer((_, line, candidates) ->
                  completions.after(line.words().subList(0, line.wordIndex())).stream()
                      .map(Candidate::new)
                      .forEach(candidates::add))
              .build();
      boolean goesOn = true;
      while (goesOn) {
        goesOn = next(reader, shell, console, interrupted);
      }
    }
  }

  private static boolean next(
      LineReader reader, LineShell shell, Console console, AtomicBoolean interrupted) {
    try {
      String line = reader.readLine(PROMPT);
      interrupted.set(false);
      return shell.execute(line);
    } catch (UserInterruptException e) {
      return true;
    } catch (EndOfFileException e) {
      return false;
    } catch (UserInputException | RunFailedException | P4RuntimeException e) {
      console.err().println(e.getMessage());
      console.err().flush();
      return true;
    }
  }
}
