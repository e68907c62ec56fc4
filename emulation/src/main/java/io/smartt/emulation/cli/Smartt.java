package io.smartt.emulation.cli;

import io.smartt.emulation.experiment.Experiments;
import io.smartt.emulation.experiment.LocalRunner;
import io.smartt.emulation.experiment.ProfileLibrary;
import io.smartt.emulation.testbed.RealTestbed;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneId;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command line and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(commandLine(runner(), Console.ofProcess()).execute(args));
  }

  /**
   * Runs the command line in this process, for programs that embed it.
   *
   * @param out standard output of the command
   * @param err its progress and errors
   * @return its exit status: 0 done, 1 the run failed, 2 wrong usage or input
   */
  public static int execute(PrintWriter out, PrintWriter err, String... args) {
    return commandLine(runner(), new Console(out, err, false)).execute(args);
  }

  private static ExperimentRunner runner() {
    Experiments experiments = new Experiments(new ProfileLibrary());
    Clock clock = Clock.system(ZoneId.systemDefault());
    return (request, monitor) ->
        new LocalRunner(clock, request.threads(), new RealTestbed())
            .run(
                experiments.plan(
                    request.profile(), request.options(), request.assignments(), request.capture()),
                request.out(),
                monitor);
  }

  /** The command line around a runner. */
  static CommandLine commandLine(ExperimentRunner runner, Console console) {
    Debug debug = new Debug();
    Failures failures = new Failures(console, debug);
    Experiments experiments = new Experiments(new ProfileLibrary());
    return new CommandLine(new Smartt())
        .addMixin("debug", debug)
        .addSubcommand(new RunCommand(runner, console))
        .addSubcommand(new ShellCommand(experiments, console))
        .addSubcommand(new AgentCommand(console))
        .addSubcommand(ImageCommand.commandLine(console))
        .addSubcommand(new ComposeCommand(experiments, console))
        .addSubcommand(new UnpackCommand(console))
        .addSubcommand(new SweepCommand(experiments, console))
        .addSubcommand(new PaperCommand(experiments, console))
        .addSubcommand(new CompareCommand(experiments, console))
        .addSubcommand(new TopologyCommand(experiments, console))
        .addSubcommand(new WorkloadCommand(experiments, console))
        .addSubcommand(switchCommand(console))
        .addSubcommand(new CleanCommand(console))
        .addSubcommand(new PlanCommand(experiments, console))
        .addSubcommand(new ApplyCommand(experiments, console))
        .addSubcommand(new RevertCommand(experiments, console))
        .addSubcommand(new PreflightCommand(experiments, console))
        .addSubcommand(new CertsCommand(console))
        .addSubcommand(ProfileCommand.commandLine(new ProfileLibrary(), console))
        .addSubcommand(P4Command.commandLine(console))
        .addSubcommand(TraceCommand.commandLine(console))
        .addSubcommand(new AutoComplete.GenerateCompletion())
        .setOut(console.out())
        .setErr(console.err())
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures)
        .setUsageHelpWidth(100);
  }

  private static CommandLine switchCommand(Console console) {
    return configured(new CommandLine(new SwitchCommand(console)))
        .addSubcommand(SwitchCtlCommand.commandLine(console));
  }

  /** simple_switch takes options behind "--" too, so that ends no options here. */
  static CommandLine configured(CommandLine switchCommand) {
    return switchCommand.setEndOfOptionsDelimiter("no delimiter");
  }

  /** Without a subcommand there is nothing to do but to say which there are. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "name a command, such as 'run'");
  }
}
