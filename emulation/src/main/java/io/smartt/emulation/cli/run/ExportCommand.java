package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.switchd.console.Console;
import io.smartt.view.export.ParquetExport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt export}. */
@Command(
    name = "export",
    sortOptions = false,
    header = "Writes the tables of a run or a sweep as Parquet.",
    description = {
      "",
      "flows.csv becomes flows.parquet with the same rows and columns, and so on for every CSV of",
      "the folder. An empty field is a null.",
      ""
    },
    footer = {"", "Examples:", "  smartt export runs/mine", "  smartt export runs/mine -o parquet"})
public final class ExportCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FOLDER", description = "The folder of a run or of a sweep.")
  private Path folder = Path.of("");

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Folder that gets the files. Default: that of the tables.")
  private @Nullable Path output;

  /** Prints what it wrote. */
  public ExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (!Files.isDirectory(folder)) {
      throw new UserInputException("there is no folder " + folder);
    }
    ParquetExport.export(folder, Objects.requireNonNullElse(output, folder))
        .forEach(console.out()::println);
    console.out().flush();
    return 0;
  }
}
