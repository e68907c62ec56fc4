package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.BytesAsText;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.goal.GoalFile;
import io.smartt.workload.jobs.JobsName;

/** Reads the files of jobs: schedules, traces of one rank each, the list of hosts. */
final class JobInputs {
  /** Longer texts are packed, so that an experiment's file stays short. */
  private static final int MOST_PLAIN = 1 << 18;

  private final Map<String, Path> paths = new LinkedHashMap<>();

  private JobInputs() {}

  static InputSource read(JobsName name) {
    JobInputs inputs = new JobInputs();
    JobsName named = name.withPaths(path -> String.valueOf(Path.of(path).getFileName()));
    name.schedules().forEach(inputs::add);
    name.placementFile().ifPresent(inputs::addFile);
    Map<String, String> texts = new LinkedHashMap<>();
    inputs.paths.forEach((file, path) -> texts.put(file, text(path)));
    return new InputSource.Files(named.text(), texts);
  }

  private void add(String path) {
    if (!path.contains(JobsName.RANK)) {
      addFile(path);
      return;
    }
    int rank = 0;
    while (Files.exists(Path.of(JobsName.ofRank(path, rank)))) {
      addFile(JobsName.ofRank(path, rank));
      rank++;
    }
    if (rank == 0) {
      throw new UserInputException(
          "workload: there is no file " + JobsName.ofRank(path, 0) + ", the first of " + path);
    }
  }

  private void addFile(String text) {
    Path path = Path.of(text);
    Path earlier = paths.putIfAbsent(String.valueOf(path.getFileName()), path);
    if (earlier != null && !earlier.equals(path)) {
      throw new UserInputException(
          "workload: " + earlier + " and " + path + " have one name; rename one of them");
    }
  }

  private static String text(Path path) {
    String place = "workload: " + path;
    byte[] bytes = InputFile.unpacked(place, InputSources.bytes("workload", path));
    if (GoalFile.isBinary(bytes) || JobsName.isChakra(path.toString())) {
      return BytesAsText.pack(bytes);
    }
    String text = InputFile.text(place, bytes);
    return bytes.length > MOST_PLAIN
        ? BytesAsText.pack(text.getBytes(StandardCharsets.UTF_8))
        : text;
  }
}
