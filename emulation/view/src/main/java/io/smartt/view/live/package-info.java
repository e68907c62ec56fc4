/**
 * A run, watched in a browser or by Prometheus while it goes on: what is copied of it, an HTTP
 * server on loopback, and who may ask. Knows no fabric.
 */
@NullMarked
package io.smartt.view.live;

import org.jspecify.annotations.NullMarked;
