package io.smartt.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.emulation.stf.StfParser;
import io.smartt.emulation.stf.StfParser.StfFormatException;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.entries.EntriesFile;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.report.RunCsv;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.study.bundle.BundleCheck;
import io.smartt.study.compare.suite.SuiteReader;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.paper.FigureReader;
import io.smartt.study.paper.PaperFigure;
import io.smartt.study.search.SearchRequest;
import io.smartt.study.sweep.Sweep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The readers of files that users give, and of what a wire or a connection gives, here from a file
 * too. Each accepts a file, or refuses it with its one exception, whose message names the file.
 */
@SuppressWarnings("ImmutableEnumChecker") // readings are method references
enum FuzzedReader {
  BMV2("program.json", FuzzedReader::bmv2, "p4runtime/everything.json", "programs/filter.json"),
  P4INFO(
      "program.p4info.txtpb",
      FuzzedReader::p4Info,
      "p4runtime/everything.p4info.txtpb",
      "programs/filter.p4info.txtpb"),
  CAPTURE("a.pcapng", FuzzedReader::capture),
  TOPO("a.topo", FuzzedReader::topology, "htsim/topo/ft128_4os_800g.topo"),
  LINKS("a.links", FuzzedReader::topology),
  NS3_TOPOLOGY("topology.txt", FuzzedReader::topology),
  CONTAINERLAB(
      "a.clab.yml", file -> FuzzedReader.topology(Path.of(file + ",switches=nokia_srlinux"))),
  CM("a.cm", FuzzedReader::workload),
  NS3_FLOWS("flow.txt", FuzzedReader::workload),
  GOAL("a.goal", FuzzedReader::workload),
  GOAL_BINARY("a.bin", FuzzedReader::workload),
  CHAKRA("trace.0.et", FuzzedReader::workload),
  EXPERIMENT(
      "experiment.yaml",
      FuzzedReader::experiment,
      "seeded/answers-over-pfc.yaml",
      "seeded/parted-hosts.yaml"),
  PROFILE(
      "mine.yaml", FuzzedReader::profile, "../../../../testbed-profiles/trident4-leaf-spine.yaml"),
  SWEEP("sweep.yaml", FuzzedReader::sweep),
  FIGURE("figure.yaml", FuzzedReader::figure),
  SUITE("suite.txt", FuzzedReader::suite),
  STF("a.stf", FuzzedReader::stf, "../../../../p4/src/test/resources/stf/bvec-hdr-bmv2.stf"),
  ENTRIES("entries.txtpb", FuzzedReader::entries),
  RUNTIME("runtime.json", FuzzedReader::entries),
  EXERCISE(
      "topology.json",
      FuzzedReader::exercise,
      "../../../../emulation/src/test/resources/tutorials/calc/topology.json"),
  TABLE("flows.csv", FuzzedReader::table, "htsim/flows/"),
  BUNDLE("a.tar", FuzzedReader::bundle),
  PACKED_BUNDLE("a.tgz", FuzzedReader::bundle),
  HOST_FRAMES("host.frames", FuzzedFrames::host),
  SWITCH_FRAMES("switch.frames", file -> OneSwitch.SWITCH.forward(file)),
  LIVE_REQUESTS("requests.http", file -> OnePage.REQUESTS.send(file));

  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final int MOST_OF_FOLDER = 6;

  private final String file;
  private final Reading reading;
  private final List<String> sound;

  /** A reader of a file. */
  private interface Reading {
    void read(Path file) throws IOException;
  }

  /** What some readers need: apart, since it takes a while. */
  private static final class Base {
    private static final BundleCheck BUNDLES =
        new BundleCheck(_ -> 0, "1", List.of(FuzzedReader.class), _ -> {});
    private static final SettingsCatalog CATALOG = Fabrics.builtIn().settings();
    private static final ExperimentSpec EXPERIMENT =
        new ExperimentLoader(new ProfileLibrary(CATALOG))
            .load("virtual", Map.of("topology", "leafspine,2,2,8"), List.of(), false);
    private static final ExperimentSpec ONE_SWITCH =
        EXPERIMENT
            .withTopology(InputSources.topology("single,2"))
            .withWorkload(InputSources.workload("incast:1x1KiB"));
  }

  /** The switch that frames go through, which takes a while to be programmed. */
  private static final class OneSwitch {
    private static final FuzzedFrames.FuzzedSwitch SWITCH =
        new FuzzedFrames.FuzzedSwitch(Base.ONE_SWITCH);
  }

  /** The page that requests go to, of a run that takes longer. */
  private static final class OnePage {
    private static final FuzzedRequests REQUESTS = FuzzedRequests.of(Base.ONE_SWITCH);
  }

  FuzzedReader(String file, Reading reading, String... sound) {
    this.file = file;
    this.reading = reading;
    this.sound = List.of(sound);
  }

  /**
   * Reads an input; fails unless it is accepted, or refused by name.
   *
   * @param folder for a file with the input
   * @return whether it was accepted
   */
  boolean accepts(byte[] input, Path folder) {
    Path path = folder.resolve(file);
    String message;
    try {
      Files.write(path, input);
      reading.read(path);
      return true;
    } catch (UserInputException | RunFailedException | CaptureFormatException e) {
      message = String.valueOf(e.getMessage());
    } catch (InvalidP4InfoException e) {
      message = String.valueOf(e.getMessage());
    } catch (StfFormatException e) {
      assertThat(e).hasMessageStartingWith("line ");
      return false;
    } catch (Bmv2FormatException e) {
      assertThat(e).hasMessageStartingWith("BMv2 JSON: ");
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(message).contains(file);
    // What is the program's own, and not quoted from the input.
    String text = new String(input, StandardCharsets.ISO_8859_1);
    assertThat(Stream.of("Exception", "java.").filter(word -> !text.contains(word)))
        .noneMatch(message::contains);
    return false;
  }

  /** Inputs that are kept: those of this reader's folder, and files of other tests. */
  List<Path> kept() {
    // Git keeps no empty folder: a reader without faults so far has none.
    List<Path> all =
        new ArrayList<>(Files.isDirectory(corpus()) ? files(corpus()) : List.<Path>of());
    for (String one : sound) {
      Path path = RESOURCES.resolve(one);
      all.addAll(Files.isDirectory(path) ? files(path).subList(0, MOST_OF_FOLDER) : List.of(path));
    }
    return all;
  }

  /** The folder of this reader's inputs. */
  Path corpus() {
    return RESOURCES.resolve("fuzz").resolve(name().toLowerCase(Locale.ROOT));
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void bmv2(Path file) {
    var _ = Bmv2Program.load(InputFile.bytes(file)).instantiate(new Random(1));
  }

  private static void p4Info(Path file) {
    var _ = P4InfoReader.index(InputFile.bytes(file), file.toString());
  }

  private static void capture(Path file) {
    try (CaptureReader reader = CaptureReader.open(file)) {
      while (reader.next().isPresent()) {
        assertThat(reader.interfaces()).isNotEmpty();
      }
      var _ = reader.hostNames();
    }
  }

  private static void topology(Path file) {
    var _ = Base.EXPERIMENT.withTopology(InputSources.topology(file.toString())).buildTopology();
  }

  private static void workload(Path file) {
    var _ =
        Base.EXPERIMENT
            .withWorkload(InputSources.workload(file.toString()))
            .undilatedWorkload(Base.EXPERIMENT.buildTopology());
  }

  private static void experiment(Path file) {
    var _ = ExperimentFile.read(file, Base.CATALOG);
  }

  private static void profile(Path file) {
    var _ = new ProfileLibrary(Base.CATALOG).load(file.toString());
  }

  private static void sweep(Path file) {
    String text = InputSources.read("sweep", file);
    if (SearchRequest.isOne(file.toString(), text)) {
      SearchRequest request = new SearchRequest();
      request.addFile(file.toString(), text);
      var _ = request.build(Base.CATALOG);
    } else {
      var _ = Sweep.parse(Base.CATALOG, file.toString(), text);
    }
  }

  private static void figure(Path file) {
    var _ = FigureReader.own(file, PaperFigure.Scale.values()[0], Base.CATALOG);
  }

  private static void suite(Path file) {
    var _ = SuiteReader.read(file);
  }

  private static void stf(Path file) {
    var _ = StfParser.parse(InputFile.text(file));
  }

  private static void entries(Path file) {
    var _ = EntriesFile.read(file, SwitchProgram.load("smartt").info());
  }

  private static void exercise(Path file) {
    var _ = Exercise.read(file);
  }

  private static void table(Path file) throws IOException {
    RunCsv.flows(
        Optional.ofNullable(file.getParent()).orElseThrow(),
        flow -> {
          var _ = flow.bytes() + flow.startUs();
          var _ = flow.finishUs();
          var _ = flow.slowdown();
        });
  }

  private static void bundle(Path file) {
    var _ = Base.BUNDLES.check(file, Optional.empty(), List.of());
  }
}
