package io.smartt.study.sweep.cluster;

import module java.base;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.smartt.study.sweep.cluster.KubernetesJob.PodSettings;

/**
 * The manifest of an indexed Kubernetes job: the pod with index N runs the list of task N. After
 * the API reference of {@code batch/v1} in Kubernetes 1.33; {@code backoffLimitPerIndex} needs 1.29
 * and is left out by older servers.
 *
 * @param folder of the sweep, absolute
 * @param owner user number of that folder, by which pods write it
 * @param more words for the worker
 */
record JobManifest(Path folder, TaskLists lists, PodSettings pods, long owner, List<String> more) {
  /** Label of all that sweeps make. */
  static final Map<String, String> LABELS =
      Map.of("app.kubernetes.io/name", "smartt", "app.kubernetes.io/component", "sweep");

  /** The job controller gives it to each container of an indexed job. */
  private static final String INDEX = "$(JOB_COMPLETION_INDEX)";

  private static final String NAME = "smartt";
  private static final String VOLUME = "sweep";

  /** Logs can be read for a day. */
  private static final int KEPT_S = 86_400;

  /** Makes the job of so many tasks, numbered from 0. */
  Job of(String name, int tasks) {
    return new JobBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(LABELS)
        .endMetadata()
        .withNewSpec()
        .withCompletionMode("Indexed")
        .withCompletions(tasks)
        .withParallelism(tasks)
        // The sweep itself starts what is lost again, in a job of its own.
        .withBackoffLimitPerIndex(1)
        .withTtlSecondsAfterFinished(KEPT_S)
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(LABELS)
        .endMetadata()
        .withSpec(pod())
        .endTemplate()
        .endSpec()
        .build();
  }

  private PodSpec pod() {
    PodSpec base = pods.base().orElseGet(PodSpec::new);
    List<Container> others = new ArrayList<>(base.getContainers());
    Optional<Container> own =
        others.stream().filter(container -> NAME.equals(container.getName())).findFirst();
    own.ifPresent(others::remove);
    PodSpecBuilder made =
        new PodSpecBuilder(base)
            .withRestartPolicy("Never")
            .withContainers(container(own.orElseGet(Container::new)))
            .addAllToContainers(others)
            .addToVolumes(
                new VolumeBuilder()
                    .withName(VOLUME)
                    .withNewPersistentVolumeClaim(pods.claim(), false)
                    .build());
    if (base.getAutomountServiceAccountToken() == null) {
      made.withAutomountServiceAccountToken(false);
    }
    if (base.getSecurityContext() == null) {
      made.withNewSecurityContext()
          .withRunAsUser(owner)
          .withRunAsNonRoot(owner != 0)
          .endSecurityContext();
    }
    return made.build();
  }

  private Container container(Container base) {
    ContainerBuilder made =
        new ContainerBuilder(base)
            .withName(NAME)
            .withImage(pods.image())
            .withArgs(
                "sweep",
                "work",
                folder.toString(),
                "--only",
                lists.folder().resolve(lists.name(INDEX)).toString(),
                "--jobs",
                String.valueOf(pods.cores()))
            .addAllToArgs(more)
            .addToVolumeMounts(
                new VolumeMountBuilder()
                    .withName(VOLUME)
                    .withMountPath(pods.mount().toString())
                    .build());
    made.editOrNewResources()
        .addToRequests("cpu", new Quantity(String.valueOf(pods.cores())))
        .endResources();
    pods.memory()
        .ifPresent(memory ->
            made.editOrNewResources()
                .addToRequests("memory", new Quantity(memory))
                .addToLimits("memory", new Quantity(memory))
                .endResources());
    return made.build();
  }
}
