package io.smartt.workload.jobs;

import module java.base;

import io.smartt.base.input.BytesAsText;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload;
import io.smartt.workload.chakra.ChakraTraces;
import io.smartt.workload.goal.GoalFile;
import io.smartt.workload.schedule.Job;
import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Placement;
import io.smartt.workload.schedule.Placement.PlacementFile;
import io.smartt.workload.schedule.Schedule;

/**
 * Schedules, and where they run: {@code a.goal+b.goal@random}.
 *
 * @param schedules path of each job's file, {@code step.%d.et} where each rank has one
 * @param placement {@code packed}, {@code random:2} or the path of a file, empty if nothing is said
 */
public record JobsName(List<String> schedules, Optional<String> placement) {
  /** Stands for the rank in the name of files of one rank each. */
  public static final String RANK = "%d";

  private static final List<String> GOAL = List.of(".goal", ".bin");
  private static final String CHAKRA = ".et";
  private static final String PLACEMENT_FILE = ".place";
  private static final Pattern IN_ORDER = Pattern.compile("(packed|random)(?::(\\d+))?");
  private static final int MOST_PER_HOST = 1 << 10;

  /** Copies the list. */
  public JobsName {
    schedules = List.copyOf(schedules);
  }

  /** Returns whether a workload's text is of this form. */
  public static boolean isOne(String text) {
    return Arrays.stream(withoutPlacement(text).split("\\+", -1))
        .allMatch(path -> isGoal(path) || isChakra(path));
  }

  /**
   * Reads a text.
   *
   * @throws UserInputException if its placement is none
   */
  public static JobsName parse(String text) {
    String schedules = withoutPlacement(text);
    Optional<String> placement =
        schedules.length() == text.length()
            ? Optional.empty()
            : Optional.of(text.substring(schedules.length() + 1).strip());
    placement
        .filter(where -> !where.endsWith(PLACEMENT_FILE) && !IN_ORDER.matcher(where).matches())
        .ifPresent(where -> {
          throw new UserInputException(
              text
                  + ": '"
                  + where
                  + "' is no placement; write packed, random, packed:2 (ranks a host) or the path"
                  + " of a .place file");
        });
    return new JobsName(
        Arrays.stream(schedules.split("\\+", -1)).map(String::strip).toList(), placement);
  }

  private static String withoutPlacement(String text) {
    int at = text.lastIndexOf('@');
    return at < 0 ? text : text.substring(0, at);
  }

  /** Returns whether a path is that of a schedule in GOAL. */
  public static boolean isGoal(String path) {
    return GOAL.stream().anyMatch(withoutPacking(path)::endsWith);
  }

  /** Returns whether a path is that of Chakra's execution traces. */
  public static boolean isChakra(String path) {
    return withoutPacking(path).endsWith(CHAKRA);
  }

  private static String withoutPacking(String path) {
    return path.strip().replaceFirst("\\.gz$", "");
  }

  /** The path of one rank's file. */
  public static String ofRank(String path, int rank) {
    return path.replace(RANK, Integer.toString(rank));
  }

  /** The path of the file that lists hosts, if one does. */
  public Optional<String> placementFile() {
    return placement.filter(where -> where.endsWith(PLACEMENT_FILE));
  }

  /** Returns this with other paths. */
  public JobsName withPaths(UnaryOperator<String> change) {
    return new JobsName(
        schedules.stream().map(change).toList(),
        placement.map(where -> where.endsWith(PLACEMENT_FILE) ? change.apply(where) : where));
  }

  /** Returns how the user writes it. */
  public String text() {
    return String.join("+", schedules) + placement.map(where -> "@" + where).orElse("");
  }

  /**
   * Returns where ranks are.
   *
   * @param files texts by name
   */
  Placement placement(Map<String, String> files) {
    if (placement.isEmpty()) {
      return new Placement.Packed(1);
    }
    String where = placement.get();
    Matcher inOrder = IN_ORDER.matcher(where);
    if (!inOrder.matches()) {
      return PlacementFile.parse(where, files.getOrDefault(where, ""));
    }
    int perHost = inOrder.group(2) == null ? 1 : perHost(where, inOrder.group(2));
    return inOrder.group(1).equals("packed")
        ? new Placement.Packed(perHost)
        : new Placement.Drawn(perHost);
  }

  private static int perHost(String where, String text) {
    return (int)
        Quantities.whole(text, 1, MOST_PER_HOST)
            .orElseThrow(() ->
                new UserInputException(where + ": ranks a host must be 1 to " + MOST_PER_HOST));
  }

  /** Names of the jobs: those of their files, with a number where one comes again. */
  List<String> jobNames() {
    Map<String, Long> times =
        schedules.stream().collect(Collectors.groupingBy(path -> path, Collectors.counting()));
    int[] number = new int[1];
    return schedules.stream()
        .map(path -> {
          number[0]++;
          return times.getOrDefault(path, 1L) == 1 ? path : path + "#" + number[0];
        })
        .toList();
  }

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
