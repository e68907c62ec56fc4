package io.smartt.emulation.cli.containers;

import module java.base;

import io.smartt.realtime.docker.DockerEngine;
import io.smartt.realtime.image.ImageBuilder;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import io.smartt.switchd.options.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code smartt image}. */
@Command(name = "image", header = "Makes the container image of the docker fabric.")
public final class ImageCommand extends CommandGroup {
  private static final double MB = 1e6;

  private final Console console;

  private ImageCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
    return new CommandLine(new ImageCommand(console));
  }

  @Override
  protected String prompt() {
    return "name a command: 'build'";
  }

  @Command(
      name = "build",
      sortOptions = false,
      header = "Makes the image from this machine's JDK and C library.",
      description = {
        "",
        "Takes no registry and no network: jlink links a run time, the C library's files come from",
        "this machine, and the Docker engine loads the result. Linux only; the Dockerfile in",
        "emulation/src/main/docker makes the same from a public JRE image.",
        ""
      })
  int build(
      @Option(
              names = "--tag",
              paramLabel = "NAME",
              defaultValue = "smartt",
              description = "Name of the image. Default: ${DEFAULT-VALUE}.")
          String tag,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              description = "Writes a file for 'docker load' rather than load it.")
          @Nullable Path out,
      @Option(
              names = "--with",
              split = ",",
              paramLabel = "PROGRAM",
              description = {
                "Puts programs of this machine in, and the libraries that they need, for 'smartt"
                    + " lab exec':",
                "sh,ping,ip. May be given more than once."
              })
          @Nullable List<String> with)
      throws IOException {
    ImageBuilder builder =
        new ImageBuilder(
            Version.number(),
            what -> console.err().println("smartt: " + what),
            Objects.requireNonNullElse(with, List.of()));
    if (out != null) {
      long bytes = builder.write(tag, out);
      console.out().printf("%s: image %s, %.0f MB%n", out, tag, bytes / MB);
      console.out().flush();
      return 0;
    }
    Path archive = Files.createTempFile("smartt-image", ".tar");
    try (DockerEngine engine = DockerEngine.connect()) {
      builder.write(tag, archive);
      console.err().println("smartt: loading it into the engine at " + engine.address());
      engine.load(archive);
      console.out().printf("image %s, %.0f MB%n", tag, engine.imageBytes(tag) / MB);
      console.out().flush();
      return 0;
    } finally {
      Files.deleteIfExists(archive);
    }
  }
}
