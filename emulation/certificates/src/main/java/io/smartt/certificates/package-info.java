/**
 * A small certificate authority for one testbed: its own key, and certificates for what it runs.
 */
@NullMarked
package io.smartt.certificates;

import org.jspecify.annotations.NullMarked;
