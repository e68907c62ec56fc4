/**
 * The BMv2 JSON that {@code p4c-bm2-ss} writes (format 2.0 to 2.24), read into records with every
 * reference between its parts checked.
 */
@NullMarked
package io.smartt.p4.bmv2;

import org.jspecify.annotations.NullMarked;
