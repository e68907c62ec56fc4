package io.smartt.emulation.cli.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.options.JobsOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which experiment to run. */
public final class RunOptions {
  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      description = {
        "Where to run: fabric, topology and physical facts.",
        "Default: virtual (embedded P4 switches in virtual time)."
      })
  private @Nullable String profile;

  @Option(
      names = "--experiment",
      paramLabel = "FOLDER|FILE",
      description = {
        "Runs an earlier run again, from its folder or its experiment.yaml, which has the",
        "files that it used. Other options change it."
      })
  private @Nullable Path experiment;

  @Mixin private ExperimentOptions parts = new ExperimentOptions();

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--apply",
      description = {
        "On fabric physical: brings the switches to what the profile says first,",
        "and SONiC's back at the end. Without, they must have been by 'smartt apply'."
      })
  private boolean apply;

  @Option(
      names = "--skip-steady",
      description = {
        "Skips time in which goodput and queues hold and nothing is due: for flows of",
        "gigabytes. Each skip is an event of the run. On fabric virtual only."
      })
  private boolean skipSteady;

  @Option(
      names = "--capture",
      description = "Writes trace.pcapng, with an interface per switch port and host NIC.")
  private boolean capture;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run folder. Default: runs/<time>-<name>.")
  private @Nullable Path out;

  @Option(
      names = "--force",
      description = "Replaces the result of an earlier run in the run folder.")
  private boolean force;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "Threads of the virtual fabric; results do not depend on it.",
        "Default: one a core."
      })
  private @Nullable Integer threads;

  public RunRequest request() {
    Map<String, String> given = new HashMap<>(parts.given());
    if (apply) {
      given.put(SettingKeys.APPLY.name(), "true");
    }
    if (skipSteady) {
      given.put(SettingKeys.SKIP_STEADY.name(), "true");
    }
    return new RunRequest(
        profile(),
        given,
        settings.given(),
        capture,
        Optional.ofNullable(out),
        JobsOption.perCore("--threads", threads),
        Optional.ofNullable(experiment),
        force);
  }

  private String profile() {
    if (profile != null && experiment != null) {
      throw new UserInputException(
          "--profile " + profile + " and --experiment " + experiment + ": name one of them");
    }
    return Objects.requireNonNullElse(profile, "virtual");
  }

  /** The fabric of the profile, overrides applied. */
  public String fabric() {
    ProfileLibrary profiles = new ProfileLibrary(Fabrics.builtIn().settings());
    Settings given = profiles.catalog().defaults();
    for (String assignment : AlgorithmRole.first(settings.given(), Settings::keyOf)) {
      given = given.withAssignment(assignment);
    }
    return profiles.load(profile()).settings().overriddenBy(given).get(SettingKeys.FABRIC);
  }

  /**
   * Refuses all but the fabric, for a use that takes nothing else.
   *
   * @param notes receives what of a profile changes nothing
   */
  public void requireFabricAlone(Use use, Consumer<String> notes) {
    List<String> others = new ArrayList<>();
    others.add(capture ? "--capture" : "");
    others.add(out != null ? "--out" : "");
    others.add(threads != null ? "--threads" : "");
    others.add(experiment != null ? "--experiment" : "");
    others.add(force ? "--force" : "");
    others.removeIf(String::isEmpty);
    if (!others.isEmpty()) {
      throw new UserInputException(
          "%s: %s has no use for it; a run of an experiment has"
              .formatted(String.join(", ", others), use));
    }
    Fabrics fabrics = Fabrics.builtIn();
    RunRequest request = request();
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(fabrics.settings()))
            .load(request.profile(), request.options(), request.assignments(), false);
    fabrics.check().require(spec, use);
    fabrics.check().notes(spec, use).forEach(notes);
  }

  /**
   * Returns what runs on a lab: the workload and the run folder.
   *
   * @param more whether something is given elsewhere that a lab does not take
   * @throws UserInputException if more is asked for: a lab has its own settings.given()
   */
  public LabRequest onLab(boolean more) {
    RunRequest request = request();
    Optional<String> workload = parts.workload();
    boolean others =
        request.options().size() > (workload.isEmpty() ? 0 : 1)
            || !settings.given().isEmpty()
            || profile != null
            || experiment != null
            || capture
            || threads != null;
    if (more || others) {
      throw new UserInputException(
          "--lab: a run on a lab takes --workload, --out, --force and --json; other settings are"
              + " those of 'smartt lab up --set'");
    }
    if (workload.isEmpty()) {
      throw new UserInputException("--lab: name a --workload, such as incast:3x1MiB");
    }
    return new LabRequest(workload.get(), Optional.ofNullable(out), force);
  }

  /**
   * A user's wish to run a workload on a lab.
   *
   * @param workload name or file
   * @param out the run folder, if the user named one
   * @param force whether a result in the run folder is replaced
   */
  public record LabRequest(String workload, Optional<Path> out, boolean force) {}
}
