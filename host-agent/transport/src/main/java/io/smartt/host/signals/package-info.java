/**
 * Signals that switches write into data packets and receivers send back, by the names of the P4
 * program.
 */
@NullMarked
package io.smartt.host.signals;

import org.jspecify.annotations.NullMarked;
