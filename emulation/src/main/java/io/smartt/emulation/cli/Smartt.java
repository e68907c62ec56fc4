package io.smartt.emulation.cli;

import module java.base;

import io.smartt.emulation.cli.containers.CleanCommand;
import io.smartt.emulation.cli.containers.ComposeCommand;
import io.smartt.emulation.cli.containers.ImageCommand;
import io.smartt.emulation.cli.journey.JourneyAnswers;
import io.smartt.emulation.cli.journey.JourneyCommand;
import io.smartt.emulation.cli.lab.LabCommand;
import io.smartt.emulation.cli.live.LinkCommand;
import io.smartt.emulation.cli.live.ShellCommand;
import io.smartt.emulation.cli.p4.P4Command;
import io.smartt.emulation.cli.run.BenchCommand;
import io.smartt.emulation.cli.run.BundleCommand;
import io.smartt.emulation.cli.run.CompareCommand;
import io.smartt.emulation.cli.run.ConformCommand;
import io.smartt.emulation.cli.run.DiffCommand;
import io.smartt.emulation.cli.run.ExportCommand;
import io.smartt.emulation.cli.run.PaperCommand;
import io.smartt.emulation.cli.run.ProfileCommand;
import io.smartt.emulation.cli.run.RunCommand;
import io.smartt.emulation.cli.run.RunCommand.ExperimentRunner;
import io.smartt.emulation.cli.run.SweepCommand;
import io.smartt.emulation.cli.run.TopologyCommand;
import io.smartt.emulation.cli.run.WorkloadCommand;
import io.smartt.emulation.cli.scheme.SchemeCommand;
import io.smartt.emulation.cli.testbed.AgentCommand;
import io.smartt.emulation.cli.testbed.CertsCommand;
import io.smartt.emulation.cli.testbed.PlanCommand;
import io.smartt.emulation.cli.testbed.PreflightCommand;
import io.smartt.emulation.cli.testbed.StandInCommand;
import io.smartt.emulation.cli.testbed.TestbedCommand.ApplyCommand;
import io.smartt.emulation.cli.testbed.TestbedCommand.RevertCommand;
import io.smartt.emulation.cli.testbed.UnpackCommand;
import io.smartt.emulation.cli.testbed.WorkerCommand;
import io.smartt.emulation.cli.trace.TraceCommand;
import io.smartt.emulation.cli.trace.WiresharkCommand;
import io.smartt.emulation.lab.LabStore;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.switchd.command.SwitchCommand;
import io.smartt.switchd.console.ConnectionLog;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.HelpPage;
import io.smartt.switchd.console.ProcessConsole;
import io.smartt.switchd.options.Version;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** The {@code smartt} command. */
@Command(
    name = "smartt",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Congestion-control experiments over P4 switches.",
    description = {
      "",
      "One experiment on any fabric: the switches always run a P4 program and are programmed over",
      "P4Runtime, the hosts always run the same transport.",
      ""
    },
    footer = {
      "",
      "Begin with 'smartt run'; 'smartt run --help' tells what can be changed.",
      "Shell completion: source <(smartt generate-completion)"
    })
public final class Smartt implements Runnable {
  /**
   * Options that the last release had by another name. Each is taken for one release more, with a
   * notice; help and completion do not show it.
   */
  private static final List<Renamed> RENAMED =
      List.of(
          new Renamed(List.of("shell"), "--topo", "--topology"),
          new Renamed(List.of("lab", "up"), "--topo", "--topology"),
          new Renamed(List.of("export"), "--output", "--out"),
          new Renamed(List.of("scheme", "new"), "--output", "--out"),
          new Renamed(List.of("scheme", "new"), "--lb", "--balancer"),
          new Renamed(List.of("scheme", "check"), "--lb", "--balancer"),
          new Renamed(List.of("journey"), "--page", "--out"));

  private static final String COMPLETION = "generate-completion";
  private static final String HELP = "help";

  /** Commands that look at all others. */
  private static final Set<String> OF_ALL = Set.of(COMPLETION, HELP);

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command line and ends the process with its status. */
  @SuppressWarnings("try") // it acts while it is open
  public static void main(String[] args) {
    ProcessConsole process = ProcessConsole.open();
    Console console = process.console();
    if (!Files.isDirectory(Path.of("").toAbsolutePath())) {
      console
          .err()
          .println(
              "smartt: there is no working folder "
                  + Path.of("").toAbsolutePath()
                  + ": it was deleted, or the locale cannot write its name; set LC_ALL=C.UTF-8"
                  + " (Debian's libc-bin has it)");
      System.exit(process.finish(Failures.WRONG_USAGE));
    }
    try (ConnectionLog connections = ConnectionLog.to(console.err(), System::nanoTime)) {
      System.exit(process.finish(commandLine(runner(), console, args).execute(args)));
    }
  }

  /**
   * Runs the command line in this process, for programs that embed it.
   *
   * @param out standard output of the command
   * @param err its progress and errors
   * @return its exit status: 0 done, 1 the run failed, 2 wrong usage or input
   */
  public static int execute(PrintWriter out, PrintWriter err, String... args) {
    return commandLine(runner(), new Console(out, err, false), args).execute(args);
  }

  /** Returns every command and option, for manuals that are made of them. */
  public static CommandSpec specification() {
    return described().getCommandSpec();
  }

  /** The completion script of bash and zsh. */
  public static String completion() {
    return AutoComplete.bash("smartt", described());
  }

  private static CommandLine described() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return commandLine(runner(), new Console(nowhere, nowhere, false));
  }

  private static ExperimentRunner runner() {
    Fabrics fabrics = Fabrics.builtIn();
    ExperimentLoader experiments = new ExperimentLoader(new ProfileLibrary(fabrics.settings()));
    Clock clock = Clock.system(ZoneId.systemDefault());
    return (request, monitor) ->
        new LocalRunner(clock, request.threads(), fabrics)
            .replacing(request.force())
            .run(request.spec(experiments, monitor::stage), request.out(), monitor);
  }

  /**
   * The command line around a runner.
   *
   * @param args what is to be executed: where they name a command, the others are left out, for
   *     reading their annotations takes time
   */
  static CommandLine commandLine(ExperimentRunner runner, Console console, String... args) {
    CommandLine root = new CommandLine(new Smartt());
    Map<String, Map<String, Supplier<Object>>> groups = commands(runner, console);
    boolean one =
        args.length > 0
            && groups.values().stream().anyMatch(group -> group.containsKey(args[0]))
            && !OF_ALL.contains(args[0]);
    Map<String, List<String>> headings = new LinkedHashMap<>();
    groups.forEach((heading, commands) -> {
      headings.put(heading, List.copyOf(commands.keySet()));
      commands.forEach((name, command) -> {
        if (!one || name.equals(args[0])) {
          root.addSubcommand(name, HelpPage.withOption(command.get()));
        }
      });
    });
    acceptOldNames(root, console);
    return Failures.install(HelpPage.of(root, console, headings), console);
  }

  /** Headings of the help, each with its commands, in the order in which it lists them. */
  private static Map<String, Map<String, Supplier<Object>>> commands(
      ExperimentRunner runner, Console console) {
    Fabrics fabrics = Fabrics.builtIn();
    ProfileLibrary profiles = new ProfileLibrary(fabrics.settings());
    ExperimentLoader experiments = new ExperimentLoader(profiles);
    Map<String, Map<String, Supplier<Object>>> groups = new LinkedHashMap<>();
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    groups.put("Run an experiment", all);
    all.put("run", () -> new RunCommand(runner, experiments, new JourneyAnswers(), console));
    all.put("journey", () -> new JourneyCommand(console));
    all.put("diff", () -> new DiffCommand(console));
    all.put("topology", () -> new TopologyCommand(experiments, console));
    all.put("workload", () -> new WorkloadCommand(experiments, console));
    all.put("profile", () -> ProfileCommand.commandLine(profiles, console));
    all.put("scheme", () -> SchemeCommand.commandLine(experiments, console));
    all = new LinkedHashMap<>();
    groups.put("Run many", all);
    all.put("sweep", () -> SweepCommand.commandLine(experiments, new JourneyAnswers(), console));
    all.put("paper", () -> new PaperCommand(experiments, console));
    all.put("compare", () -> new CompareCommand(experiments, console));
    all.put("conform", () -> new ConformCommand(experiments, console));
    all.put("bench", () -> new BenchCommand(console));
    all.put("export", () -> new ExportCommand(console));
    // What its runs say is progress: standard output has the verdict alone.
    all.put(
        "bundle",
        () ->
            BundleCommand.commandLine(
                experiments, args -> execute(console.err(), console.err(), args), console));
    all = new LinkedHashMap<>();
    groups.put("Networks that stay", all);
    all.put("shell", () -> new ShellCommand(experiments, console));
    all.put(
        "lab",
        () ->
            LabCommand.commandLine(
                experiments, fabrics, () -> LabStore.of(System.getenv()), console));
    all.put("link", () -> new LinkCommand(console));
    all.put("clean", () -> new CleanCommand(fabrics, console));
    all = new LinkedHashMap<>();
    groups.put("P4 and switches", all);
    all.put("switch", () -> SwitchCommand.commandLine(console));
    all.put("p4", () -> P4Command.commandLine(console));
    all = new LinkedHashMap<>();
    groups.put("Packet traces", all);
    all.put("trace", () -> TraceCommand.commandLine(console));
    all.put("wireshark", () -> WiresharkCommand.commandLine(console));
    all = new LinkedHashMap<>();
    groups.put("A testbed", all);
    all.put("preflight", () -> new PreflightCommand(experiments, console));
    all.put("plan", () -> new PlanCommand(experiments, console));
    all.put("apply", () -> new ApplyCommand(experiments, console));
    all.put("revert", () -> new RevertCommand(experiments, console));
    all.put("certs", () -> new CertsCommand(console));
    all.put("agent", () -> new AgentCommand(profiles.catalog(), console));
    all.put("worker", () -> new WorkerCommand(profiles.catalog(), console));
    all.put("stand-in", () -> StandInCommand.commandLine(experiments, profiles.catalog(), console));
    all = new LinkedHashMap<>();
    groups.put("Install and packages", all);
    all.put("image", () -> ImageCommand.commandLine(console));
    all.put("compose", () -> new ComposeCommand(experiments, console));
    all.put(
        "unpack",
        () ->
            new UnpackCommand(
                args -> execute(console.out(), console.err(), args), System.getenv()));
    // Not a method reference: JDK 25 crashes when it archives one to a class as old as picocli's,
    // and then no start is quick.
    all.put(HELP, () -> new CommandLine.HelpCommand());
    all.put(COMPLETION, () -> new AutoComplete.GenerateCompletion());
    return groups;
  }

  /**
   * Refuses a command line without a subcommand: there is nothing to do but to say which there are.
   */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "name a command, such as 'run'");
  }

  /** Lets the commands of a command line take old names; commands that were left out have none. */
  static void acceptOldNames(CommandLine root, Console console) {
    for (Renamed renamed : RENAMED) {
      CommandLine command = root;
      for (String word : renamed.command()) {
        command = command == null ? null : command.getSubcommands().get(word);
      }
      if (command != null) {
        OptionSpec option = command.getCommandSpec().findOption(renamed.now());
        command.getCommandSpec().addOption(hiddenOption(option, renamed, console));
      }
    }
  }

  private static OptionSpec hiddenOption(OptionSpec option, Renamed renamed, Console console) {
    return option.toBuilder()
        .names(renamed.old())
        .hidden(true)
        // Called only where the command line has the option; a setter gets initial values too.
        .preprocessor((_, _, _, _) -> {
          console
              .err()
              .println(
                  "smartt: %s is now %s; the old name goes with the next release"
                      .formatted(renamed.old(), renamed.now()));
          return false;
        })
        .setter(
            new ISetter() {
              @Override
              public <T> T set(T value) {
                return option.setValue(value);
              }
            })
        .build();
  }

  private record Renamed(List<String> command, String old, String now) {}
}
