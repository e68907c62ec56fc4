/** Searches for the best settings: candidates, what they are tried on, and which go on. */
@NullMarked
package io.smartt.study.search;

import org.jspecify.annotations.NullMarked;
