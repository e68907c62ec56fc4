package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.scheme.Schemes;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.study.bundle.BundleCheck;
import io.smartt.study.bundle.BundleMaker;
import io.smartt.study.bundle.BundleManifest;
import io.smartt.study.bundle.BundleWriter;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.JobsOption;
import io.smartt.switchd.options.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt bundle}. */
@Command(
    name = "bundle",
    sortOptions = false,
    header = "Packs results with their inputs and a check that runs them again.",
    description = {
      "",
      "The file has experiments whole, results, a page for artifact-evaluation committees and",
      "verify.sh. The same results give the same bytes.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt bundle runs/x",
      "  smartt bundle runs/sweep --licence CC-BY-4.0 --out artifact.tar.gz",
      "  smartt bundle paper --with-image smartt-0.1.0-image-amd64.tar",
      "  smartt bundle verify artifact.tar.gz"
    })
public final class BundleCommand implements Callable<Integer> {
  private static final Path PAPER = Path.of("paper");
  private static final Path PAPER_RUNS = Path.of("runs", "paper-quick");

  private final ExperimentLoader experiments;
  private final ToIntFunction<String[]> smartt;
  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = {
        "The folder of a run, a sweep or the paper's figures; 'paper' is runs/paper-quick."
      })
  private @Nullable Path folder;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "A .tar.gz or .tar. Default: <name of FOLDER>-bundle.tar.gz.")
  private @Nullable Path out;

  @Option(
      names = "--image",
      paramLabel = "NAME",
      description =
          "Image for those without smartt, best with its digest. Default: smartt:VERSION.")
  private @Nullable String image;

  @Option(
      names = "--with-image",
      paramLabel = "FILE",
      description = "Packs an image, as 'docker save' or the release leaves it.")
  private @Nullable Path archive;

  @Option(
      names = "--licence",
      paramLabel = "TEXT",
      description = "Licence of the inputs and results, for the page.")
  private String licence = "";

  @Option(
      names = "--tolerance",
      paramLabel = "PERCENT",
      description = {
        "Compares completion times within so much, as runs in real time need. Default: 0, to the",
        "byte."
      })
  private double tolerance;

  /**
   * Returns the command with its subcommand.
   *
   * @param smartt runs a command line of smartt and returns its exit status
   */
  public static CommandLine commandLine(
      ExperimentLoader experiments, ToIntFunction<String[]> smartt, Console console) {
    return new CommandLine(new BundleCommand(experiments, smartt, console));
  }

  private BundleCommand(
      ExperimentLoader experiments, ToIntFunction<String[]> smartt, Console console) {
    this.experiments = experiments;
    this.smartt = smartt;
    this.console = console;
  }

  @Override
  public Integer call() {
    if (folder == null) {
      throw new UserInputException("name a folder to bundle, or 'verify' and a bundle");
    }
    Path from = folder.equals(PAPER) && !Files.exists(folder) ? PAPER_RUNS : folder;
    if (!Files.isDirectory(from)) {
      throw new UserInputException(
          "there is no folder "
              + from
              + (from.equals(PAPER_RUNS) ? "; 'smartt paper all' makes it" : ""));
    }
    Path name = Objects.requireNonNull(from.toAbsolutePath().normalize().getFileName());
    Path file = out == null ? Path.of(name + "-bundle.tar.gz") : out;
    if (!file.toString().matches(".*\\.(tar|tar\\.gz|tgz)")) {
      throw new UserInputException("--out " + file + ": write a name that ends in .tar.gz or .tar");
    }
    BundleMaker maker =
        BundleMaker.of(
            Version.number(),
            programParts(),
            Optional.ofNullable(image),
            Optional.ofNullable(archive),
            tolerance,
            licence);
    BundleManifest made = new BundleWriter(experiments, maker).write(from, file);
    console
        .out()
        .printf(
            "%s: %d runs, %d files of results; check it with 'smartt bundle verify %s'%n",
            file, made.runs().size(), made.results().size(), file);
    console.out().flush();
    return 0;
  }

  /** A class of each module: the program as bundles name it. */
  private static List<Class<?>> programParts() {
    return List.of(
        Bmv2Program.class,
        PipelineConfig.class,
        Schemes.class,
        HostAgent.class,
        Version.class,
        BundleCommand.class);
  }

  @Command(
      name = "verify",
      sortOptions = false,
      header = "Runs a bundle's experiments again and compares what comes out.",
      description = {
        "",
        "Names each file that differs, and where. A bundle can have code of its author: own schemes",
        "in inputs/files/.",
        ""
      },
      footer = {
        "",
        "Ends with 0 if all is the same, with 1 if something differs or a run fails, with 2 if it is",
        "no bundle or its inputs were changed."
      })
  int verify(
      @Parameters(paramLabel = "FILE", description = "The bundle, or its folder if it is unpacked.")
          Path file,
      @Option(
              names = "--out",
              paramLabel = "DIR",
              description = "Keeps what comes out in a new folder.")
          @Nullable Path kept,
      @Mixin JobsOption jobs) {
    List<String> parallel = jobs.arguments();
    BundleCheck.Outcome outcome =
        new BundleCheck(
                smartt,
                Version.number(),
                programParts(),
                note -> console.err().println("smartt: " + note))
            .check(file, Optional.ofNullable(kept), parallel);
    outcome.differences().forEach(console.out()::println);
    int files = outcome.bundle().results().size();
    int runs = outcome.bundle().runs().size();
    if (outcome.differences().isEmpty()) {
      console.out().printf("same: %d files of results, %d runs%n", files, runs);
    } else {
      console
          .out()
          .printf(
              "different: %d findings in %d files of results%n",
              outcome.differences().size(), files);
    }
    console.out().flush();
    return outcome.differences().isEmpty() ? 0 : Failures.FAILED;
  }
}
