package io.smartt.emulation.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.Fabric.FabricRun;
import io.smartt.experiment.run.Fabric.Stale;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.Settings;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.virtual.Virtual;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Tests of {@link CleanCommand}. */
@Timeout(60)
class CleanCommandTest {
  private final List<String> removed = new ArrayList<>();

  /** The virtual fabric, if it left something behind. */
  private record Leaving(Stale stale) implements Fabric {
    private static final Fabric LIKE = new Virtual();

    @Override
    public int place() {
      return 0;
    }

    @Override
    public FabricSettings settings() {
      return LIKE.settings();
    }

    @Override
    public Abilities abilities(Use use, Settings settings) {
      return LIKE.abilities(use, settings);
    }

    @Override
    public void require(ExperimentSpec spec) {}

    @Override
    public FabricRun prepare(RunInputs inputs) {
      throw new UnsupportedOperationException();
    }
  }

  private Fabric leaving(String name, boolean removable) {
    return new Leaving(
        new Stale() {
          @Override
          public List<String> find() {
            return List.of(name);
          }

          @Override
          public void remove() {
            if (!removable) {
              throw new RunFailedException(name + " stays behind");
            }
            removed.add(name);
          }
        });
  }

  @Test
  void whatOneFabricCannotRemoveKeepsNoOtherFromIt() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Console console = new Console(new PrintWriter(out), new PrintWriter(err), false);
    Fabrics fabrics =
        new Fabrics(List.of(leaving("a namespace", false), leaving("a container", true)));

    int status =
        Failures.install(new CommandLine(new CleanCommand(fabrics, console)), console).execute();

    assertThat(status).isEqualTo(1);
    assertThat(removed).containsExactly("a container");
    assertThat(out.toString()).contains("removed a container").doesNotContain("a namespace");
    assertThat(err.toString()).contains("a namespace stays behind");
  }
}
