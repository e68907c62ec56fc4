package io.smartt.study.sweep.cluster;

import module java.base;

import io.smartt.base.output.WholeFile;
import io.smartt.study.sweep.Shard;

/**
 * The runs of each task of a batch system, as files of the sweep's folder that tasks read: {@code
 * cluster/task-N.txt}, names of run folders, one a line. Tasks are numbered from a number that the
 * batch system has.
 */
final class TaskLists {
  private final Path folder;

  /**
   * @param folder of the sweep
   */
  TaskLists(Path folder) {
    this.folder = folder;
  }

  /** The folder of lists, and of what else the cluster leaves. */
  Path folder() {
    return folder.resolve("cluster");
  }

  /** The list of a task, with the number as the batch system's own words for it. */
  String name(String number) {
    return "task-" + number + ".txt";
  }

  /**
   * Divides runs.
   *
   * @param most tasks
   * @param first number of a task
   * @return how many tasks have runs
   */
  int write(List<String> runs, int most, int first) {
    int count = Math.min(most, runs.size());
    try {
      Files.createDirectories(folder());
      for (int task = 0; task < count; task++) {
        Path list = folder().resolve(name(String.valueOf(first + task)));
        Files.write(list, new Shard(task + 1, count).of(runs));
      }
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder(), e);
    }
    return count;
  }
}
