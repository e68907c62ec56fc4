package io.smartt.study.sweep.cluster;

import module java.base;

import io.fabric8.kubernetes.api.model.PodSpec;

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
