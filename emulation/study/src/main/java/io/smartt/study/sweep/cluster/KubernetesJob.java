package io.smartt.study.sweep.cluster;

import module java.base;

import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.smartt.base.failure.RunFailedException;

/**
 * An indexed job of Kubernetes: each pod has a list of runs. Pods see the sweep's folder by a
 * persistent volume claim, mounted there where it is mounted here.
 */
public final class KubernetesJob implements SweepExecutor {
  /** Labels that the job controller gives the pods of a job. */
  private static final String JOB_NAME = "batch.kubernetes.io/job-name";

  private static final Set<String> ENDS = Set.of("Complete", "Failed");
  private static final String YES = "True";
  private static final String NO = "False";

  private final KubernetesClient client;
  private final TaskLists lists;
  private final JobManifest manifest;
  private final int tasks;
  private final Duration pause;
  private final Consumer<String> say;
  private final Set<String> said = new HashSet<>();
  private String job = "";

  /**
   * @param client for the namespace of the job
   * @param folder of the sweep, on the claim
   * @param tasks of the job at most
   * @param more words for the worker
   * @param pause between two questions at the API server
   * @param say tells the user of pods that wait for something, once for each reason
   */
  public KubernetesJob(
      KubernetesClient client,
      Path folder,
      PodSettings pod,
      int tasks,
      List<String> more,
      Duration pause,
      Consumer<String> say) {
    this.client = client;
    Path absolute = folder.toAbsolutePath().normalize();
    lists = new TaskLists(absolute);
    manifest = new JobManifest(absolute, lists, pod, owner(pod.mount()), more);
    this.tasks = tasks;
    this.pause = pause;
    this.say = say;
  }

  /** The number of the user who owns a folder; containers have numbers, not names. */
  private static long owner(Path folder) {
    return RunFailedException.saying("cannot read " + folder)
        .get(() -> ((Number) Files.getAttribute(folder, "unix:uid")).longValue());
  }

  @Override
  public void start(List<String> runs) {
    int count = lists.write(runs, tasks, 0);
    // A name of our own: an order that is sent twice, since its answer was lost, makes one job.
    job = "smartt-sweep-" + UUID.randomUUID();
    try {
      client.batch().v1().jobs().resource(manifest.of(job, count)).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return;
      }
      throw new RunFailedException("Kubernetes did not take the sweep's job: " + reason(e), e);
    }
  }

  @Override
  public boolean await(Duration time) throws InterruptedException {
    Thread.sleep(time.compareTo(pause) < 0 ? pause : time);
    try {
      Job now = client.batch().v1().jobs().withName(job).get();
      if (now == null || hasEnded(now)) {
        return true;
      }
      client.pods().withLabel(JOB_NAME, job).list().getItems().stream()
          .flatMap(KubernetesJob::waitsFor)
          .filter(said::add)
          .forEach(say);
    } catch (KubernetesClientException e) {
      // An API server that does not answer is no end of the job; it is asked again.
      String trouble = reason(e);
      if (said.add(trouble)) {
        say.accept(trouble);
      }
    }
    return false;
  }

  private static boolean hasEnded(Job now) {
    return now.getStatus() != null
        && now.getStatus().getConditions().stream()
            .anyMatch(one -> ENDS.contains(one.getType()) && YES.equals(one.getStatus()));
  }

  /** Returns why a pod does not run, where that will not pass by itself soon. */
  private static Stream<String> waitsFor(Pod pod) {
    if (pod.getStatus() == null) {
      return Stream.empty();
    }
    Stream<String> unscheduled =
        pod.getStatus().getConditions().stream()
            .filter(one -> one.getType().equals("PodScheduled") && NO.equals(one.getStatus()))
            .map(one -> "a pod waits for a node: " + one.getMessage());
    Stream<String> containers =
        pod.getStatus().getContainerStatuses().stream()
            .flatMap(one -> Optional.ofNullable(one.getState()).stream())
            .flatMap(state -> Optional.ofNullable(state.getWaiting()).stream())
            .filter(KubernetesJob::isTrouble)
            .map(waiting -> "a pod waits: " + waiting.getReason() + ", " + waiting.getMessage());
    return Stream.concat(unscheduled, containers);
  }

  private static boolean isTrouble(ContainerStateWaiting waiting) {
    // A container that is being made is on its way.
    return waiting.getReason() != null
        && !Set.of("ContainerCreating", "PodInitializing").contains(waiting.getReason());
  }

  @Override
  public void cancel() {
    try {
      client.batch().v1().jobs().withName(job).delete();
    } catch (KubernetesClientException e) {
      say.accept("job " + job + " could not be deleted: " + reason(e));
    }
  }

  @Override
  public String trouble() {
    return "the last job was %s; see kubectl -n %s logs -l %s=%s"
        .formatted(job, client.getNamespace(), JOB_NAME, job);
  }

  private String reason(KubernetesClientException e) {
    if (e.getStatus() != null && e.getStatus().getMessage() != null) {
      return e.getStatus().getMessage();
    }
    Throwable cause = RunFailedException.root(e);
    // What the JDK's client throws where nothing listens has no message.
    String why =
        cause instanceof ConnectException || cause.getMessage() == null
            ? "no answer (" + cause.getClass().getSimpleName() + ")"
            : cause.getMessage();
    return client.getMasterUrl() + ": " + why;
  }

  /**
   * The user's settings of a Kubernetes job's pods.
   *
   * @param image that has {@code smartt} as its entry point
   * @param claim name of the persistent volume claim that has the sweep's folder
   * @param mount where the claim is mounted, here and in pods
   * @param cores of a pod, and runs at a time in it
   * @param memory of a pod as Kubernetes writes it, such as {@code 2Gi}; empty for the namespace's
   *     default
   * @param base pod to begin with, for node selectors, tolerations, secrets; empty for an empty one
   */
  public record PodSettings(
      String image,
      String claim,
      Path mount,
      int cores,
      Optional<String> memory,
      Optional<PodSpec> base) {}
}
