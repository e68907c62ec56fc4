package io.smartt.host.api;

import java.util.concurrent.CompletableFuture;

/**
 * What becomes of a message.
 *
 * @param accepted done when it is within {@link EndpointOptions#maxOutstandingBytes}: whoever waits
 *     for it before sending more never has more than that and one message in memory
 * @param delivered done when every byte has arrived and the receiver said so; fails with {@link
 *     DeliveryException}
 */
public record SentMessage(CompletableFuture<Void> accepted, CompletableFuture<Void> delivered) {}
