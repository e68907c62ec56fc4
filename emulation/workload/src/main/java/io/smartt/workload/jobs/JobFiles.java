package io.smartt.workload.jobs;

import module java.base;

import io.smartt.base.input.BytesAsText;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload;
import io.smartt.workload.chakra.ChakraTraces;
import io.smartt.workload.goal.GoalFile;
import io.smartt.workload.schedule.Job;
import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Schedule;

/** Jobs of files as a workload. */
public final class JobFiles {
  private JobFiles() {}

  /**
   * Reads and places jobs.
   *
   * @param text form of {@link JobsName}, with names of files
   * @param files their texts, by name
   * @param hosts of the network
   * @param random from the experiment's seed, for a placement that draws
   * @param algorithm of the collectives of Chakra's traces
   * @throws UserInputException if a file is no schedule, or one that could not run to its end
   */
  public static Workload workload(
      String text,
      Map<String, String> files,
      int hosts,
      RandomGenerator random,
      ChakraTraces.CollectiveAlgorithm algorithm) {
    JobsName name = JobsName.parse(text);
    List<String> jobNames = name.jobNames();
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < jobNames.size(); i++) {
      jobs.add(new Job(jobNames.get(i), schedule(name.schedules().get(i), files, algorithm)));
    }
    List<int[]> places = name.placement(files).place(jobs, hosts, random);
    List<PlacedJob> placed = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      placed.add(new PlacedJob(jobs.get(i), places.get(i)));
    }
    return JobsWorkload.of(text, hosts, placed);
  }

  private static Schedule schedule(
      String path, Map<String, String> files, ChakraTraces.CollectiveAlgorithm algorithm) {
    if (!JobsName.isChakra(path)) {
      return GoalFile.read(path, text(path, files));
    }
    List<String> names = new ArrayList<>();
    if (path.contains(JobsName.RANK)) {
      for (int rank = 0; files.containsKey(JobsName.ofRank(path, rank)); rank++) {
        names.add(JobsName.ofRank(path, rank));
      }
    } else {
      names.add(path);
    }
    return ChakraTraces.read(
        names,
        names.stream().map(name -> BytesAsText.unpack(name, text(name, files))).toList(),
        algorithm);
  }

  private static String text(String name, Map<String, String> files) {
    String text = files.get(name);
    if (text == null) {
      throw new UserInputException(name + ": its text is missing");
    }
    return text;
  }
}
