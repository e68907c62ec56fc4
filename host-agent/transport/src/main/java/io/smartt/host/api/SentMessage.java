package io.smartt.host.api;

import java.util.concurrent.CompletableFuture;

/**
 * The two stages of sending a message.
 *
 * @param accepted done when it is within {@link EndpointOptions#maxOutstandingBytes}: a caller that
 *     waits for it before sending more has at most that and one message in memory
 * @param delivered done when every byte has arrived and the receiver said so; fails with {@link
 *     DeliveryException}
 */
public record SentMessage(CompletableFuture<Void> accepted, CompletableFuture<Void> delivered) {}
